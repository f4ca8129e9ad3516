import { listRateDecks } from '../../../../src/money/decks/contract.ts';
import { keyOf } from '../../../lib/use-read.ts';
import { reread } from '../../../lib/query-keys.ts';

/** Reads the price lists again after one of them has changed. */
export const readAgain = (): Promise<void> => reread(keyOf(listRateDecks));
