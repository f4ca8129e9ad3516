import { queryKeys, reread } from '../../../lib/reads.ts';

/** Reads again what the account may send from, and what is said of a message beforehand. */
export const rereadSenders = (id: string): void => void reread(queryKeys.senders(id), queryKeys.smsQuote(id));
