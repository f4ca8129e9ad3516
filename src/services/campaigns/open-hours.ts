import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../platform/kit/durations.ts';
import { isWithin, wallClock, type WeekHours } from '../../platform/kit/week-hours.ts';
import type { CampaignRow } from './audience.ts';

const WEEKDAYS = [1, 2, 3, 4, 5];
const EVERY_DAY = [...WEEKDAYS, 6, 7];
/**
 * When people may be written to, by country, where a rule is published; elsewhere from 8 to 21. Where the rule is about
 * calls alone, messages keep it too. Public holidays are not known here.
 */
const HOURS: Readonly<Record<string, readonly WeekHours[]>> = {
  // Telecommunications (Telemarketing and Research Calls) Industry Standard 2017: donotcall.gov.au, "Industry standards".
  AU: [
    { days: WEEKDAYS, from: '09:00', to: '20:00' },
    { days: [6], from: '09:00', to: '17:00' },
  ],
  // Ley General para la Defensa de los Consumidores, art. 96.2: spamono.com, "A partir de qué hora es ilegal …".
  ES: [{ days: WEEKDAYS, from: '09:00', to: '21:00' }],
  // What carriers let through: help.goacoustic.com, "Send promotional SMS messages to France".
  FR: [
    { days: WEEKDAYS, from: '08:00', to: '20:00' },
    { days: [6], from: '10:00', to: '18:00' },
  ],
  // TRAI: docs.satisfilabs.com, "SMS Regulations for India".
  IN: [{ days: EVERY_DAY, from: '09:00', to: '21:00' }],
  // Codice di condotta per il telemarketing, 2024: tgcom24.mediaset.it, "Nuova stretta al telemarketing selvaggio".
  IT: [
    { days: WEEKDAYS, from: '09:00', to: '20:00' },
    { days: [6], from: '10:00', to: '19:00' },
  ],
  // 47 CFR 64.1200(c)(1): community.sinch.com, "What are Quiet Hours in SMS". Some states have shorter ones.
  US: [{ days: EVERY_DAY, from: '08:00', to: '21:00' }],
};
const ELSEWHERE: readonly WeekHours[] = [{ days: EVERY_DAY, from: '08:00', to: '21:00' }];

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

export const isOpen = (at: Date, country: string): boolean =>
  zonesOf(country).every((zone) => {
    const now = wallClock(at, zone);
    return (HOURS[country] ?? ELSEWHERE).some((hours) => isWithin(hours, now));
  });

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

/** When the contacts of a country may be written to. */
export function dueIn(
  { startAt, isLocal, quietHours }: Pick<CampaignRow, 'startAt' | 'isLocal' | 'quietHours'>,
  country: string,
  now: Date,
): Date {
  const start = isLocal ? localStart(startAt, country) : startAt;
  const from = start > now ? start : now;
  return quietHours ? nextOpen(from, country) : from;
}
