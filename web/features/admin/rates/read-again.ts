import { listRateDecks } from '../../../../src/money/decks/contract.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { keyOf } from '../../../lib/use-read.ts';

/** Reads the price lists again after one of them has changed. */
export const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(listRateDecks) });
