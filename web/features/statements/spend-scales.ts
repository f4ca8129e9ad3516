import { scaleBand, scaleLinear } from '@visx/scale';
import type { MonthOfSpend } from '../../../src/money/statements/contract.ts';
import { shownHeight } from './stack.ts';

/** The room of a picture in pixels, without its axes. */
interface Room {
  width: number;
  height: number;
}

/** Where each month stands, and how high an amount reaches. From right to left where one reads so. */
export function spendScales(months: readonly MonthOfSpend[], { width, height }: Room, isRightToLeft: boolean) {
  return {
    x: scaleBand<string>({
      domain: months.map(({ month }) => month),
      range: isRightToLeft ? [width, 0] : [0, width],
      padding: 0.35,
    }),
    y: scaleLinear<number>({
      domain: [0, Math.max(1, ...months.map(shownHeight))],
      range: [height, 0],
      nice: 4,
    }),
  };
}
