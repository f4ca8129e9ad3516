import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getFigures } from '../../../../src/admin/figures/contract.ts';
import { call } from '../../../lib/call.ts';
import { keyOf } from '../../../lib/use-read.ts';
import { type FigureChoice, queryOf } from './figures-period.ts';

/** The figures of a choice; those before it stay until they are there. */
export function useFigures(choice: FigureChoice) {
  const query = queryOf(choice, new Date());
  return useQuery({
    queryKey: [...keyOf(getFigures), query],
    queryFn: () => call(getFigures, { query }),
    placeholderData: keepPreviousData,
  });
}
