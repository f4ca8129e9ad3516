import { MINUTE_MS } from '../../src/platform/kit/durations.ts';

/** A moment as a date-and-time control writes it, in the reader's own time zone: `2026-01-31T09:30`. */
export function localTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
