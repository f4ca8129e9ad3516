import type { FigureSplit } from '../../../../src/admin/figures/contract.ts';
import type { FigureService } from '../../../../db/enums.ts';
import { DAY_MS } from '../../../../src/platform/kit/durations.ts';

export const LAST_DAYS = [7, 30, 90] as const;
const MONTHS = 12;

/** The chosen part of the figures. `period` is a number of days until today, or a month such as `2026-11`. */
export interface FigureChoice {
  period: string;
  /** One day of it, such as `2026-11-16`; null: all of them. */
  day: string | null;
  service: FigureService | undefined;
  split: FigureSplit;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first and the last day of what is asked for, in UTC. */
export function daysOf({ period, day }: FigureChoice, now: Date): { from: string; to: string } {
  if (day !== null) return { from: day, to: day };
  const today = dayOf(now.getTime());
  if (!period.includes('-')) return { from: dayOf(now.getTime() - (Number(period) - 1) * DAY_MS), to: today };
  const [year = 0, month = 0] = period.split('-').map(Number);
  const last = dayOf(Date.UTC(year, month, 0));
  return { from: `${period}-01`, to: last < today ? last : today };
}

/** The newest months, this one first. */
export const newestMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, index) =>
    dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).slice(0, 7),
  );

/** The query of a choice as the API has it. */
export const queryOf = (choice: FigureChoice, now: Date) => ({
  ...daysOf(choice, now),
  service: choice.service,
  split: choice.split,
});
