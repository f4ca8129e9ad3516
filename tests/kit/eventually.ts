/** How often a condition is checked if no event announces it. */
const EVERY_MS = 25;

/**
 * Additional time for a busy machine, on top of a promised time. Only for promises where a failure is much later than
 * that: waiting for a dead connection takes a quarter of an hour.
 */
export const BUSY_MS = 5000;

/** Everybody waits in vain for these: programs that tests need and that have ended, and their last words. */
export const ended = new Map<object, string>();

/** @throws where a program has ended that is needed */
function expectNoneEnded(): void {
  for (const said of ended.values()) throw new Error(said);
}

type Check<Value> = () => Promise<Value | null | undefined | false>;

/**
 * Checks repeatedly until a check passes. For conditions that no event announces.
 * @param check returns the value once it holds; null, undefined or false until then; never a
 *   number, of which 0 would pass
 * @throws after `withinMs`, naming `what`; at once where a program that is needed has ended
 */
export async function eventually<Value extends object | string | boolean>(
  what: string,
  ...[first, second]: [Check<Value>] | [withinMs: number, Check<Value>]
): Promise<Value> {
  const [withinMs, check] = typeof first === 'number' ? [first, second] : [15_000, first];
  if (!check) throw new Error(`${what}: nothing says when`);
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    expectNoneEnded();
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await Bun.sleep(EVERY_MS);
  }
}
