import { LOWEST_ID } from './ids.ts';

/**
 * Walks through rows by their ids, some at a time, so that no step takes long.
 * @param read the next ids above a given one, in their order
 */
export async function* idBatches(
  read: (above: string) => PromiseLike<readonly { id: string }[]>,
): AsyncGenerator<string[]> {
  for (let above = LOWEST_ID; ;) {
    const ids = (await read(above)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    above = last;
  }
}
