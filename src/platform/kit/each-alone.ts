import type { Logger } from 'pino';

interface Work<Item> {
  log: Logger;
  /** The failed work on an item, for the log. */
  what: string;
  items: readonly Item[];
  /** Names the item in the log. */
  idOf: (item: Item) => string;
}

/**
 * Does something with one item after the other. One at which it fails is logged and does not stop the others; it stays
 * as it was for the next run.
 * @returns how many were done
 */
export async function eachAlone<Item>(
  { log, what, items, idOf }: Work<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    try {
      await act(item);
      done++;
    } catch (error) {
      log.error({ error, id: idOf(item) }, what);
    }
  }
  return done;
}
