import type { Transaction } from '../../platform/events/transact.ts';
import { wording } from '../../platform/kit/wordings.ts';
import { recordPending } from '../ledger/post.ts';
import type { NewTransaction, TransactionRow } from '../ledger/transaction-row.ts';
import { type CoinId, findCoin } from './catalogue.ts';

/**
 * Records a purchase of credit, submitted or found on the chain, which waits for its verification.
 * @param typed the customer's own description
 */
export const recordPurchase = (
  tx: Transaction,
  { typed, ...row }: Omit<NewTransaction, 'type' | 'status'> & { cryptocurrency: CoinId; typed?: string | undefined },
): Promise<TransactionRow> =>
  recordPending(tx, { ...row, ...describe(row.cryptocurrency, typed), type: 'credit_purchase', status: 'pending' });

/** The description of a purchase: its customer's own words, otherwise the ledger's. */
const describe = (coinId: CoinId, typed: string | undefined) =>
  typed ? { description: typed } : { wording: wording('purchase', { coin: findCoin(coinId)?.name ?? coinId }) };
