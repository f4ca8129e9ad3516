import type { PapersStep } from '../../../../db/enums.ts';
import { countAllPapers } from '../../../../src/services/numbers/papers/contract.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useRead } from '../../../lib/use-read.ts';

/** How many papers there are in each state; `byHand` of them wait for an administrator. Undefined until it is known. */
export function usePapersCounts():
  (Record<PapersStep | 'all', number> & { byHand: number; ports: number }) | undefined {
  const { data } = useRead(countAllPapers, {}, { enabled: useMay()(countAllPapers) });
  if (!data) return undefined;
  const { byHand: _, ports: _ports, ...states } = data;
  return { ...data, all: Object.values(states).reduce((sum, count) => sum + count, 0) };
}
