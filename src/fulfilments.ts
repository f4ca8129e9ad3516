import type { Fulfilments } from './money/ledger/fulfilment.ts';
import { resellerFulfilment } from './resale/packages/fulfilment.ts';
import { trunkFulfilment } from './services/trunks/fulfilment.ts';

/**
 * The goods that each kind of order grants. Payments takes the money, and the domain that sells hands the goods over.
 */
export const fulfilments: Fulfilments = { reseller_package: resellerFulfilment, voice_package: trunkFulfilment };
