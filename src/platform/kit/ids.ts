import type { Clock } from './clock.ts';

/**
 * A UUID version 7: time-ordered, so that "newest first" is the primary key's own order
 * and a page can start `before` an id.
 */
export function newId(clock: Clock): string {
  return Bun.randomUUIDv7('hex', clock.now());
}

/**
 * Below every id that `newId` makes from that moment on: a range of time is a range of the primary key.
 */
export function firstIdAt(moment: Date): string {
  const milliseconds = moment.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}
