import { useQuery } from '@tanstack/react-query';
import type { getRates } from '../../src/resale/customers/contract.ts';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';

type Rates = ResponseOf<typeof getRates>;

/** What this account pays at this moment, and how it tops up; undefined until it is known. */
export const useRates = (userId: string): Rates | undefined =>
  useQuery<Rates>({ queryKey: ['api', 'users', userId, 'rates'] }).data;
