import { reread } from './query-keys.ts';

const GATHERING_MILLISECONDS = 250;

const gathered = new Map<string, readonly string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads these again, and everything whose key begins with theirs. Many events in a row, as a large message
 * causes them, lead to one reading in each quarter of a second, not to one for each event.
 */
export function invalidateSoon(...queryKeys: (readonly string[])[]): void {
  for (const queryKey of queryKeys) gathered.set(queryKey.join('/'), queryKey);
  timer ??= setTimeout(() => {
    timer = undefined;
    void reread(...gathered.values());
    gathered.clear();
  }, GATHERING_MILLISECONDS);
}
