import { expect } from 'bun:test';
import { z } from 'zod';
import { transact } from '../../../src/platform/events/transact.ts';
import { findCoin } from '../../../src/money/payments/catalogue.ts';
import { storeTransfers } from '../../../src/money/wallets/store-transfers.ts';
import { newHash } from '../payments/payments.ts';
import type { Maker } from './row.ts';
import { signedPayment } from './signature-things.ts';
import { readAs } from '../../kit/read.ts';

/** It reached the address of a quote, and is not what the quote asks for. */
export const unclaimedTransfer: Maker = async ({ app }, owner) => {
  const json = { amount: '100', cryptocurrency: 'BTC', description: 'Order of Ada' };
  const response = await owner.as(`/api/users/${owner.id}/quotes`, { json });
  expect(response.status).toBe(201);
  const { id: quoteId, walletAddress: address } = await readAs(
    response,
    z.object({ id: z.string(), walletAddress: z.string() }),
  );
  const coin = findCoin('BTC');
  if (!coin) throw new Error('there is no Bitcoin');
  const transactionHash = newHash();
  const arrived = [{ outputIndex: 0, amount: '0.0017' }];
  const seen = { transactionHash, blockTime: null, confirmations: 0, arrived };
  const wallet = { coin, address, contract: null, lookedAt: null };
  await transact(app.deps, (tx) => storeTransfers({ deps: app.deps, tx }, { wallet, seen }));
  const [row] = await app.deps.sql<{ id: string }[]>`
    select id from wallet_transfers where transaction_hash = ${transactionHash}`;
  return { transferId: row?.id ?? '', quoteId };
};

/** A balance that the books do not explain. */
export const difference: Maker = async ({ app }) => {
  const [row] = await app.deps.sql<{ id: string }[]>`
    insert into comparisons (id, kind, subject, unit, read_at, said, parts, difference, differs_since)
    values (gen_random_uuid(), 'wallet', gen_random_uuid()::text, 'BTC', now(), '1.00', '{}', '1.00', now())
    returning id`;
  return { comparisonId: row?.id ?? '' };
};

/** A payment that arrived, and one that somebody has signed for. */
export const TRANSFER_THINGS: readonly Maker[] = [signedPayment, unclaimedTransfer, difference];
