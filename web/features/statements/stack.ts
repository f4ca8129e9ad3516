import { SPEND_KINDS, type SpendKind } from '../../../src/money/statements/catalogue.ts';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';

/** A part of a bar, in the unit of the picture's height. */
export interface Segment {
  kind: SpendKind;
  /** Distance of its lower edge from the foot of the bar. */
  base: number;
  height: number;
}

/** What a bar shows: a month in which more came back than was spent has none. Figures for drawing only. */
const shownHeight = ({ kinds }: MonthOfSpend): number =>
  SPEND_KINDS.reduce((sum, kind) => sum + Math.max(0, Number(kinds[kind])), 0);

/** Each month's segments, from the foot upwards; the highest bar takes the whole `height`. */
export function stackMonths(months: readonly MonthOfSpend[], height: number): Segment[][] {
  const highest = Math.max(...months.map(shownHeight));
  return months.map((month) => {
    let base = 0;
    return SPEND_KINDS.flatMap((kind) => {
      const spent = Math.max(0, Number(month.kinds[kind]));
      if (spent === 0) return [];
      const segment = { kind, base, height: (spent / highest) * height };
      base += segment.height;
      return [segment];
    });
  });
}
