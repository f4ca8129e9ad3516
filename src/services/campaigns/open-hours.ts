import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../platform/kit/durations.ts';
import { isWithin, wallClock, type WeekHours } from '../../platform/kit/week-hours.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/**
 * When people may be written to, by country; elsewhere from 8 to 21. US: TCPA (47 CFR 64.1200). FR: code de la
 * consommation, D223-8, and no Sundays. IN: TCCCPR of TRAI. AU, NZ, GB, DE, ES, IT: what their mail and SMS codes recommend.
 */
const HOURS: Readonly<Record<string, WeekHours>> = {
  AU: { days: EVERY_DAY, from: '09:00', to: '20:00' },
  ES: { days: EVERY_DAY, from: '09:00', to: '21:00' },
  FR: { days: [1, 2, 3, 4, 5, 6], from: '10:00', to: '20:00' },
  IN: { days: EVERY_DAY, from: '10:00', to: '21:00' },
  IT: { days: EVERY_DAY, from: '09:00', to: '20:00' },
  NZ: { days: EVERY_DAY, from: '09:00', to: '20:00' },
  US: { days: EVERY_DAY, from: '08:00', to: '21:00' },
};
const ELSEWHERE: WeekHours = { days: EVERY_DAY, from: '08:00', to: '21:00' };

const zoned = z.custom<{ getTimeZones?: () => string[] | undefined }>();
const known = new Map<string, readonly string[]>();

/** The time zones of a country; without one, that of Greenwich. */
function zonesOf(country: string): readonly string[] {
  const found = known.get(country);
  if (found) return found;
  const zones = country === '' ? undefined : zoned.parse(new Intl.Locale(`und-${country}`)).getTimeZones?.();
  // Zones that agree now and in half a year are one.
  const year = new Date(Date.UTC(2026, 0, 15));
  const half = new Date(Date.UTC(2026, 6, 15));
  const alike = new Map(
    (zones ?? ['UTC']).map((zone) => [offsetOf(year, zone) * 100_000 + offsetOf(half, zone), zone]),
  );
  const distinct = [...alike.values()];
  known.set(country, distinct);
  return distinct;
}

/** How many minutes a zone is before Greenwich at a moment. */
function offsetOf(at: Date, zone: string): number {
  const { date, time } = wallClock(at, zone);
  return Math.round((Date.parse(`${date}T${time}:00Z`) - at.getTime()) / MINUTE_MS);
}

/** The moment from which clocks show this time or a later one in all zones of a country. @param wall as if it were UTC */
export const localStart = (wall: Date, country: string): Date =>
  new Date(
    Math.max(
      ...zonesOf(country).map((zone) => {
        const near = new Date(wall.getTime() - offsetOf(wall, zone) * MINUTE_MS);
        // Where clocks change in between.
        return wall.getTime() - offsetOf(near, zone) * MINUTE_MS;
      }),
    ),
  );

const isOpen = (at: Date, country: string): boolean =>
  zonesOf(country).every((zone) => isWithin(HOURS[country] ?? ELSEWHERE, wallClock(at, zone)));

const STEP_MS = 15 * MINUTE_MS;
/** Longer than any closed day. */
const SEARCHED_MS = 4 * DAY_MS;

/** The first moment from `from` on at which nobody in a country is in their quiet hours. */
export function nextOpen(from: Date, country: string): Date {
  if (isOpen(from, country)) return from;
  const first = Math.ceil(from.getTime() / STEP_MS) * STEP_MS;
  for (let at = first; at < first + SEARCHED_MS; at += STEP_MS) {
    if (isOpen(new Date(at), country)) return new Date(at);
  }
  return from;
}
