import { useQuery } from '@tanstack/react-query';
import { COINS, type CoinId } from '../../../src/money/payments/catalogue.ts';
import { listCoins } from '../../../src/money/payments/contract.ts';
import { call } from '../../lib/call.ts';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';

/** The prices of coins change, and no event tells of it. */
const FRESH_MS = MINUTE_MS;

/** The coins that this account can pay with; none where its credit comes from a reseller. */
export const useCoins = () =>
  useQuery({ queryKey: ['api', 'coins'], queryFn: () => call(listCoins), staleTime: FRESH_MS });

/** The coin of which an address names the id; null where there is none. */
export const coinIdOf = (text: string | undefined): CoinId | null => COINS.find(({ id }) => id === text)?.id ?? null;
