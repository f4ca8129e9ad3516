import { DAYS } from '../../../db/data-map.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** Older answers count no more: the number may have been ported, or have another owner. ISO 8601. */
export const factsSince = (clock: Clock): string =>
  new Date(clock.now().getTime() - DAYS.numberFacts * DAY_MS).toISOString();
