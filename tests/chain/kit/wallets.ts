import { watchPayments } from '../../../src/money/evidence/watch.ts';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import {
  type UnclaimedTransfer,
  type WatchedWallet,
  listUnclaimed,
  listWallets,
} from '../../../src/money/wallets/contract.ts';
import { watchWallets } from '../../../src/money/wallets/watch.ts';
import type { TestActor } from '../../kit/actors.ts';
import type { TestApp } from '../../kit/app.ts';
import { readAs, readAnswer } from '../../kit/read.ts';

/** Looks at every wallet, and at the evidence of every payment, as if both were due. */
export async function lookNow(app: TestApp): Promise<void> {
  const { sql } = app.deps;
  await sql`update wallet_positions set next_look_at = ${app.clock.now().toISOString()}`;
  await watchWallets(app.deps);
  await sql`update chain_evidence set next_check_at = ${app.clock.now().toISOString()} where next_check_at is not null`;
  await watchPayments(app.deps);
}

/** A customer's payments in coins, newest first. */
export async function paymentsOf(customer: TestActor): Promise<Transaction[]> {
  const response = await customer.as(`/api/users/${customer.id}/transactions`);
  const listed = await readAs(response, transaction.array());
  return listed.filter(({ cryptocurrency }) => cryptocurrency !== null);
}

/** What nobody has claimed, newest first. */
export async function unclaimed(admin: TestActor): Promise<UnclaimedTransfer[]> {
  return readAnswer(admin.as('/api/admin/unclaimed-transfers'), listUnclaimed);
}

export async function walletsOf(admin: TestActor): Promise<WatchedWallet[]> {
  return readAnswer(admin.as('/api/admin/wallets'), listWallets);
}

export const attachAs = (admin: TestActor, transferId: string, quoteId: string, reason: string) =>
  admin.as(`/api/admin/unclaimed-transfers/${transferId}/attach`, { json: { quoteId, reason } });

export const dismissAs = (admin: TestActor, transferId: string, reason: string) =>
  admin.as(`/api/admin/unclaimed-transfers/${transferId}/dismiss`, { json: { reason } });
