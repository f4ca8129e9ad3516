import { sql as template, type SQL } from 'drizzle-orm';
import { isoTime } from '../../db/statement.ts';
import { formatMoney } from '../ledger/money.ts';
import type { TransactionRow } from '../ledger/post.ts';
import { COINS, findCoin } from './catalogue.ts';
import type { Transaction } from './contract.ts';

/** A transaction as the contract shows it. */
export function presentTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    userId: row.userId,
    type: row.type,
    amount: formatMoney(row.amount),
    description: row.description,
    status: row.status,
    balanceChange: formatMoney(row.balanceChange),
    balanceAfter: row.balanceAfter === null ? null : formatMoney(row.balanceAfter),
    cryptocurrency: row.cryptocurrency,
    cryptoAmount: row.cryptoAmount,
    walletAddress: row.cryptoAddress,
    transactionHash: row.transactionHash,
    receiptImageUrl: row.receiptImage,
    explorerUrl: explorerUrl(row),
    settlesTransactionId: row.settlesTransactionId,
    refundsTransactionId: row.refundsTransactionId,
    resellerPackage: row.resellerPackage,
    voicePackageId: row.voicePackageId,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

const explorerUrl = ({ cryptocurrency, transactionHash }: TransactionRow): string | null =>
  transactionHash === null ? null : (findCoin(cryptocurrency)?.explorer(transactionHash) ?? null);

/**
 * The same shape inside a statement: the select list over `transactions t`, for lists whose JSON
 * PostgreSQL makes.
 */
export const transactionColumns = template`
  t.id, t.user_id as "userId", t.type, t.amount::text as amount, t.description, t.status,
  t.balance_change::text as "balanceChange", t.balance_after::text as "balanceAfter",
  t.cryptocurrency, t.crypto_amount as "cryptoAmount", t.crypto_address as "walletAddress",
  t.transaction_hash as "transactionHash", t.receipt_image as "receiptImageUrl",
  ${explorerUrlSql()} as "explorerUrl",
  t.settles_transaction_id as "settlesTransactionId", t.refunds_transaction_id as "refundsTransactionId",
  t.reseller_package as "resellerPackage", t.voice_package_id as "voicePackageId", t.reason,
  ${isoTime(template`t.created_at`)} as "createdAt", ${isoTime(template`t.settled_at`)} as "settledAt"`;

/** The catalogue's explorer links as a `case`; null where there is no hash. */
function explorerUrlSql(): SQL {
  const branches = COINS.map((coin) => {
    const [before = '', after = ''] = coin.explorer('<hash>').split('<hash>');
    return `when ${quoted(coin.id)} then ${quoted(before)} || t.transaction_hash || ${quoted(after)}`;
  });
  return template.raw(`case t.cryptocurrency ${branches.join(' ')} end`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
