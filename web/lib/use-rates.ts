import { getRates } from '../../src/resale/customers/contract.ts';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import { useRead } from './reads.ts';

export type OwnRates = ResponseOf<typeof getRates>;

/** The prices that this account pays at this moment, and how it tops up; undefined until they are known. */
export const useRates = (userId: string): OwnRates | undefined => useRead(getRates, { id: userId }).data;
