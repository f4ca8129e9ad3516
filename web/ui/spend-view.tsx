import { SpendChart } from './spend-chart.tsx';
import { SpendTable } from './spend-table.tsx';
import type { TimeOfSpend } from './spend-stack.ts';

/** What some months or days cost: a picture, or with a caption the table behind it. */
export const SpendView = ({ times, caption }: { times: readonly TimeOfSpend[]; caption: string | null }) =>
  caption === null ? <SpendChart times={times} /> : <SpendTable times={times} caption={caption} />;
