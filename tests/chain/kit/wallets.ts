import { expect } from 'bun:test';
import { watchPayments } from '../../../src/money/evidence/watch.ts';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import {
  type UnclaimedTransfer,
  type WatchedWallet,
  listUnclaimed,
  listWallets,
} from '../../../src/money/wallets/contract.ts';
import { watchWallets } from '../../../src/money/wallets/watch.ts';
import { expectSoundBooks, makeAdmin, startTestApp, type TestActor, type TestApp } from '../../kit/index.ts';
import { MachineClock, readAs, readAnswer } from '../../kit/index.ts';
import type { LocalChain } from './local-chain.ts';

/** Two servers with one database that watch these chains, and an administrator. */
export interface Watching {
  app: TestApp;
  second: TestApp;
  admin: TestActor;
  /** The books must be correct; stops the chains too. */
  stop(): Promise<void>;
}

/** @param settings besides those of the chains */
export async function startWatching(
  chains: readonly LocalChain[],
  settings: Record<string, string> = {},
): Promise<Watching> {
  const ofChains = chains.flatMap((chain) => Object.entries(chain.env));
  const env = { ...settings, ...Object.fromEntries(ofChains) };
  const clock = new MachineClock();
  const app = await startTestApp({ env, background: false, clock });
  const second = await startTestApp({ env, background: false, clock, databaseUrl: app.databaseUrl });
  const admin = await makeAdmin(app);
  // The first look does not ask about earlier transfers: from here on, it asks about all.
  await lookNow(app);
  return {
    ...{ app, second, admin },
    stop: async () => {
      await expectSoundBooks(app);
      await second.stop();
      await app.stop();
      await Promise.all(chains.map((chain) => chain.stop()));
    },
  };
}

/** Looks at every wallet, and at the evidence of every payment, as if both were due. */
export async function lookNow(app: TestApp): Promise<void> {
  const { sql } = app.deps;
  await sql`update wallet_positions set next_look_at = ${app.clock.now().toISOString()}`;
  await watchWallets(app.deps);
  await sql`update chain_evidence set next_check_at = ${app.clock.now().toISOString()} where next_check_at is not null`;
  await watchPayments(app.deps);
}

export async function paymentsOf(customer: TestActor): Promise<Transaction[]> {
  const response = await customer.as(`/api/users/${customer.id}/transactions`);
  const listed = await readAs(response, transaction.array());
  return listed.filter(({ cryptocurrency }) => cryptocurrency !== null);
}

export async function onlyPayment(customer: TestActor): Promise<Transaction> {
  const [payment, ...more] = await paymentsOf(customer);
  expect(more).toEqual([]);
  if (!payment) throw new Error('there is no payment');
  return payment;
}

export const unclaimed = (admin: TestActor): Promise<UnclaimedTransfer[]> =>
  readAnswer(admin.as('/api/admin/unclaimed-transfers'), listUnclaimed);

export const walletsOf = (admin: TestActor): Promise<WatchedWallet[]> =>
  readAnswer(admin.as('/api/admin/wallets'), listWallets);

export const attachAs = (admin: TestActor, transferId: string, quoteId: string, reason: string) =>
  admin.as(`/api/admin/unclaimed-transfers/${transferId}/attach`, { json: { quoteId, reason } });

export const dismissAs = (admin: TestActor, transferId: string, reason: string) =>
  admin.as(`/api/admin/unclaimed-transfers/${transferId}/dismiss`, { json: { reason } });
