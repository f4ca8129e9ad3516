import { withQuery } from '../../lib/call.ts';
import { SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import type { TransactionType } from '../../../src/money/payments/contract.ts';

/** The period of a statement: whole UTC days, both included. */
export interface Period {
  /** `2026-11-01` */
  from: string;
  to: string;
  type?: TransactionType | undefined;
}

export type Preset = 'thisMonth' | 'lastMonth' | 'year';
export const PRESETS: readonly Preset[] = ['thisMonth', 'lastMonth', 'year'];

/** The days of a preset, as they are at a moment. */
export function presetPeriod(preset: Preset, now: Date): Pick<Period, 'from' | 'to'> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (of: number, date: number) => new Date(Date.UTC(year, of, date)).toISOString().slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  switch (preset) {
    case 'thisMonth':
      return { from: day(month, 1), to: today };
    case 'lastMonth':
      return { from: day(month - 1, 1), to: day(month, 0) };
    case 'year':
      return { from: day(month - SPEND_MONTHS + 1, 1), to: today };
  }
}

/** The address of a statement as a file. */
export const filePath = (userId: string, format: 'csv' | 'pdf', period: Period): string =>
  withQuery(`/api/users/${userId}/statement.${format}`, period);
