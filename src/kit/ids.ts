import type { Clock } from './clock.ts';

/**
 * A UUID version 7: time-ordered, so that "newest first" is the primary key's own order
 * and a page can start `before` an id.
 */
export function newId(clock: Clock): string {
  return Bun.randomUUIDv7('hex', clock.now());
}
