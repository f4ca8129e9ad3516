import { SPEND_KINDS, type SpendKind } from '../../src/money/statements/catalogue.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import type { MonthOfSpend } from '../../src/money/statements/contract.ts';

/** What a month or a day cost: `2026-11`, `2026-11-28`; of a day, how many recipients no longer wait, and were reached. */
export type TimeOfSpend = Omit<MonthOfSpend, 'month'> & { time: string; recipients?: number; delivered?: number };

/** `88 of 91`, over all of these times; null where nothing was sent. */
export function reachedOf(times: readonly TimeOfSpend[]): string | null {
  const sum = (name: 'recipients' | 'delivered') => times.reduce((total, each) => total + (each[name] ?? 0), 0);
  const [done, total] = [sum('delivered'), sum('recipients')];
  return total === 0 ? null : t('overview.business.progress', { done: formatNumber(done), total: formatNumber(total) });
}

/** A part of a bar, in pounds. */
export interface Segment {
  kind: SpendKind;
  /** Distance of its lower edge from the foot of the bar. */
  base: number;
  height: number;
}

/** The height of a bar: a month in which more came back than was spent has none. Figures for drawing only. */
export const shownHeight = ({ kinds }: TimeOfSpend): number =>
  SPEND_KINDS.reduce((sum, kind) => sum + Math.max(0, Number(kinds[kind])), 0);

/** The segments of a bar, from the foot upwards. */
export function stackSpend({ kinds }: TimeOfSpend): Segment[] {
  let base = 0;
  return SPEND_KINDS.flatMap((kind) => {
    const height = Math.max(0, Number(kinds[kind]));
    if (height === 0) return [];
    const segment = { kind, base, height };
    base += height;
    return [segment];
  });
}
