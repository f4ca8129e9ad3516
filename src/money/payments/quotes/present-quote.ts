import type { quotes } from '../../../../db/schema/index.ts';
import type { Config } from '../../config.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { findCoin } from '../catalogue.ts';
import { paymentUri } from '../../../shared/payment-uri.ts';
import type { Quote } from './contract.ts';

export type QuoteRow = typeof quotes.$inferSelect;

/** A quote as the contract shows it, with the payment that was made with it. */
export function presentQuote({ chains }: Config, row: QuoteRow & { transactionId: string | null }, now: Date): Quote {
  const coin = findCoin(row.cryptocurrency);
  if (!coin) throw new Error(`no such coin: ${row.cryptocurrency}`);
  const { contract } = chains.coins[coin.id];
  const { id, userId, cryptocurrency, cryptoAmount, rate, rateSources, address, transactionId } = row;
  const isOver = row.expiresAt <= now;
  return {
    id,
    userId,
    amount: formatMoney(row.amount),
    cryptocurrency,
    cryptoAmount,
    rate,
    rateSources,
    walletAddress: address,
    ownAddress: row.ownAddress,
    paymentUri: paymentUri({ ...coin, contract, walletAddress: address }, cryptoAmount),
    status: transactionId !== null ? 'used' : isOver ? 'expired' : 'open',
    transactionId,
    settlesTransactionId: row.settlesTransactionId,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
