import { readSources, type Source } from '../rules/sources.ts';

/** The rooms whose code is changed, and the beginnings of their files' paths. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  ledger: ['src/money/ledger/'],
  payments: ['src/money/payments/'],
  messaging: ['src/services/messaging/'],
  voice: ['src/services/voice/'],
  events: ['src/platform/events/', 'src/edge/events/'],
  callers: ['src/callers/'],
};

/** Files that decide nothing: contracts, goods, texts, settings, and the verbs of paths. */
const NOT_CHANGED = /(contract|catalogue|events|routes|config|deps|metrics|background|\/texts|\/words)\.ts$/;

/** The room of a file; undefined if it is not changed. */
export function roomOf(path: string): string | undefined {
  if (NOT_CHANGED.test(path)) return undefined;
  return Object.keys(ROOMS).find((room) => ROOMS[room]?.some((beginning) => path.startsWith(beginning)));
}

/** The names of all rooms. */
export const ROOM_NAMES: readonly string[] = Object.keys(ROOMS);

/** All files that are changed. */
export const sourcesOfRooms = (): Source[] => readSources().filter(({ path }) => roomOf(path) !== undefined);
