import { listRateDecks } from '../../../../src/money/decks/contract.ts';
import { keyOf, reread } from '../../../lib/reads.ts';

/** Reads the price lists again after one of them has changed. */
export const readAgain = (): Promise<void> => reread(keyOf(listRateDecks));
