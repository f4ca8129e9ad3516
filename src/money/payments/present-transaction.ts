import { type SQL, sql as template } from 'drizzle-orm';
import { formatMoney } from '../../platform/kit/money.ts';
import { wordsOf } from '../../platform/kit/wordings.ts';
import type { TransactionRow } from '../ledger/transaction-row.ts';
import { findCoin } from './catalogue.ts';
import type { Transaction } from './contract.ts';

/** A transaction as the contract shows it. */
export const presentTransaction = (row: TransactionRow): Transaction =>
  presentListed({
    ...row,
    amount: formatMoney(row.amount),
    balanceChange: formatMoney(row.balanceChange),
    balanceAfter: row.balanceAfter === null ? null : formatMoney(row.balanceAfter),
    walletAddress: row.cryptoAddress,
    receivedAmount: row.receivedAmount === null ? null : formatMoney(row.receivedAmount),
    receiptImageUrl: row.receiptImage,
    voicePackageId: row.trunkId,
    createdAt: row.createdAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
  });

const explorerUrl = ({
  cryptocurrency,
  transactionHash,
}: Pick<Transaction, 'cryptocurrency' | 'transactionHash'>): string | null =>
  transactionHash === null ? null : (findCoin(cryptocurrency)?.explorer(transactionHash) ?? null);

/**
 * A transaction as lists read it by `transactionColumns`. Its values already have the contract's form, but for words
 * that are still to be made; its times are milliseconds. PostgreSQL would need twice as long to make the JSON of a page as it needs to send the rows so that
 * the JSON is made here.
 */
export interface ListedTransaction extends Omit<Transaction, 'explorerUrl' | 'createdAt' | 'settledAt'> {
  createdAt: number;
  settledAt: number | null;
}

const columnsWith = (amount: SQL, wording: SQL, balanceChange: SQL) => template`
  t.id, t.user_id as "userId", t.type, (${amount})::text as amount, t.description, ${wording} as wording, t.status,
  (${balanceChange})::text as "balanceChange", t.balance_after::text as "balanceAfter",
  t.cryptocurrency, t.crypto_amount as "cryptoAmount", t.crypto_address as "walletAddress", t.quote_id as "quoteId",
  t.received_amount::text as "receivedAmount", t.received_crypto_amount as "receivedCryptoAmount",
  t.transaction_hash as "transactionHash", t.output_index as "outputIndex", t.receipt_image as "receiptImageUrl",
  t.settles_transaction_id as "settlesTransactionId", t.refunds_transaction_id as "refundsTransactionId",
  t.counterpart_transaction_id as "counterpartTransactionId",
  t.reseller_package as "resellerPackage", t.voice_package_id as "voicePackageId", t.reason,
  t.reason_wording as "reasonWording",
  (extract(epoch from t.created_at) * 1000)::float8 as "createdAt",
  (extract(epoch from t.settled_at) * 1000)::float8 as "settledAt"`;

/** The select list for `transactions t`. */
export const transactionColumns = columnsWith(template`t.amount`, template`t.wording`, template`t.balance_change`);

/** The same, where a `call` has ended and the refund of its charge is `back`. */
export const settledCallColumns = columnsWith(
  template`t.amount - coalesce(back.amount, 0)`,
  template`case when call.id is null then t.wording
    else jsonb_build_object('code', case when call.parent_id is null then 'call' else 'leg' end,
      'values', jsonb_build_object('number', call.destination, 'count', call.billed_minutes)) end`,
  template`t.balance_change + coalesce(back.balance_change, 0)`,
);

/** A listed transaction as the contract shows it; other columns of the row are left out. */
export function presentListed(row: ListedTransaction): Transaction {
  return {
    id: row.id,
    userId: row.userId,
    type: row.type,
    amount: row.amount,
    description: wordsOf(row.wording, row.description),
    wording: row.wording,
    status: row.status,
    balanceChange: row.balanceChange,
    balanceAfter: row.balanceAfter,
    cryptocurrency: row.cryptocurrency,
    cryptoAmount: row.cryptoAmount,
    walletAddress: row.walletAddress,
    quoteId: row.quoteId,
    receivedAmount: row.receivedAmount,
    receivedCryptoAmount: row.receivedCryptoAmount,
    transactionHash: row.transactionHash,
    outputIndex: row.outputIndex,
    receiptImageUrl: row.receiptImageUrl,
    explorerUrl: explorerUrl(row),
    settlesTransactionId: row.settlesTransactionId,
    refundsTransactionId: row.refundsTransactionId,
    counterpartTransactionId: row.counterpartTransactionId,
    resellerPackage: row.resellerPackage,
    voicePackageId: row.voicePackageId,
    reason: wordsOf(row.reasonWording, row.reason),
    reasonWording: row.reasonWording,
    createdAt: new Date(row.createdAt).toISOString(),
    settledAt: row.settledAt === null ? null : new Date(row.settledAt).toISOString(),
  };
}
