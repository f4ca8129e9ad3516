/** How often a condition is looked at that nothing announces. */
const EVERY_MS = 25;

/**
 * What a busy machine may need on top of a time that is promised. Only for promises that are broken by far when
 * they are broken: who waits for a dead connection waits for a quarter of an hour.
 */
export const BUSY_MS = 5000;

/**
 * Waits until a check passes, looking at it again and again. For what no event tells of.
 * @param check returns the value once it holds; null, undefined or false while it does not yet; never a
 *   number, of which 0 would pass
 * @throws after `withinMs`, naming `what`
 */
export async function eventually<Value extends object | string | boolean>(
  what: string,
  check: () => Promise<Value | null | undefined | false>,
  withinMs = 15_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await Bun.sleep(EVERY_MS);
  }
}
