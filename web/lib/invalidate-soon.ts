import { queryClient } from './query-client.ts';

const GATHERING_MILLISECONDS = 250;

const gathered = new Map<string, readonly string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads these again, and everything whose key begins with theirs. Many events in a row, as a large
 * sending makes them, cause one reading each quarter of a second and not one each.
 */
export function invalidateSoon(...queryKeys: (readonly string[])[]): void {
  for (const queryKey of queryKeys) gathered.set(queryKey.join('/'), queryKey);
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const queryKey of gathered.values()) void queryClient.invalidateQueries({ queryKey });
    gathered.clear();
  }, GATHERING_MILLISECONDS);
}
