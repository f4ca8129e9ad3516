import { useQuery } from '@tanstack/react-query';
import { listCoins } from '../../../src/money/payments/contract.ts';
import { call } from '../../lib/call.ts';

/** The coins that this account can pay with; none where its credit comes from a reseller. */
export const useCoins = () => useQuery({ queryKey: ['api', 'coins'], queryFn: () => call(listCoins) });
