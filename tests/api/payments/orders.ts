import { expect } from 'bun:test';
import type { PlanId } from '../../../src/services/trunks/catalogue.ts';
import { type Trunk, trunk } from '../../../src/services/trunks/contract.ts';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import { newHash, submitAs } from './payments.ts';
import { readAs, type TestActor } from '../../kit/index.ts';

export const orderOf = (more: Record<string, unknown> = {}) => ({
  type: 'reseller_package',
  resellerPackage: 'monthly',
  amount: '250.00',
  status: 'pending',
  ...more,
});

/** A payment in a coin, to be attached to an order. */
export const inCoin = (more: Record<string, unknown> = {}) => ({
  cryptocurrency: 'BTC',
  transactionHash: newHash(),
  ...more,
});

export const orderAs = (person: TestActor, more: Record<string, unknown> = {}): Promise<Transaction> =>
  readAs(submitAs(person, orderOf(more)), transaction);

const transactionPath = (person: { id: string }, id: string) => `/api/users/${person.id}/transactions/${id}`;

export const payAs = (person: TestActor, id: string, headers: Record<string, string> = {}) =>
  person.as(`${transactionPath(person, id)}/pay`, { method: 'POST', headers });

export const cancelAs = (person: TestActor, id: string) =>
  person.as(`${transactionPath(person, id)}/cancel`, { method: 'POST' });

/** Asks for a trunk; also by a plan that there is not. */
export const subscribeAs = (person: TestActor, packageType: string, more: Record<string, unknown> = {}) =>
  person.as(`/api/users/${person.id}/voice-packages`, { json: { packageType, ...more } });

export const orderTrunk = (person: TestActor, packageType: PlanId = 'basic'): Promise<Trunk> =>
  readAs(subscribeAs(person, packageType), trunk);

export async function buyTrunk(person: TestActor, packageType: PlanId = 'basic'): Promise<Trunk> {
  const { id, transactionId } = await orderTrunk(person, packageType);
  expect((await payAs(person, transactionId ?? '')).status).toBe(200);
  return trunkOf(person, id);
}

export const trunksOf = (person: TestActor): Promise<Trunk[]> =>
  readAs(person.as(`/api/users/${person.id}/voice-packages`), trunk.array());

export async function trunkOf(person: TestActor, id: string): Promise<Trunk> {
  const found = (await trunksOf(person)).find((each) => each.id === id);
  if (!found) throw new Error('the package is not listed');
  return found;
}
