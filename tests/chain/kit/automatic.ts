import { expect } from 'bun:test';
import { fulfilments } from '../../../src/fulfilments.ts';
import { verifyAutomatically } from '../../../src/money/automatic/watch.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { newHash, purchase, verifyAs } from '../../api/payments/payments.ts';
import { signUp, type TestActor, type TestApp } from '../../kit/index.ts';
import { paymentsOf } from './wallets.ts';

/** An account to which a person has verified a payment of £100. */
export async function knownTo(admin: TestActor, app: TestApp): Promise<TestActor> {
  const customer = await signUp(app);
  // In a coin whose chain nobody can ask.
  const { id, transactionHash } = await purchase(customer, {
    cryptocurrency: 'ETH',
    transactionHash: `0x${newHash()}`,
  });
  expect((await verifyAs(admin, id, transactionHash ?? '')).status).toBe(200);
  return customer;
}

/** Verifies what may be verified without a person, whenever its next try is due. */
export async function runOn({ deps, clock }: TestApp): Promise<void> {
  await deps.sql`update auto_verifications set next_try_at = ${clock.now().toISOString()}`;
  await verifyAutomatically({ deps, fulfilments });
}

export const waiting = async (customer: TestActor): Promise<Transaction | undefined> =>
  (await paymentsOf(customer)).find(({ status }) => status === 'pending');

/** Why a payment waits for a person. */
export async function obstacleOf({ deps }: TestApp, payment: Transaction | undefined) {
  const [row] = await deps.sql<{ obstacle: string | null }[]>`
    select obstacle from auto_verifications where transaction_id = ${payment?.id ?? null}`;
  return row?.obstacle;
}
