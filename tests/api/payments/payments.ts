import { randomBytes } from 'node:crypto';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import { readAs, type TestActor } from '../../kit/index.ts';

export const newHash = (): string => randomBytes(32).toString('hex');

/** The payload of a purchase of £100 with Bitcoin, as the browser sends it. */
export const purchaseOf = (more: Record<string, unknown> = {}) => ({
  type: 'credit_purchase',
  amount: '100.00',
  description: 'Credit purchase',
  status: 'pending',
  cryptocurrency: 'BTC',
  transactionHash: newHash(),
  ...more,
});

export const submitAs = (person: TestActor, json: unknown, headers: Record<string, string> = {}) =>
  person.as(`/api/users/${person.id}/transactions`, { json, headers });

export async function purchase(person: TestActor, more: Record<string, unknown> = {}): Promise<Transaction> {
  return await readAs(submitAs(person, purchaseOf(more)), transaction);
}

export const verifyAs = (
  admin: TestActor,
  transactionId: string,
  transactionHash: string = newHash(),
  more: Record<string, unknown> = {},
) => admin.as('/api/admin/verify-payment', { json: { transactionId, transactionHash, ...more } });

export const rejectAs = (admin: TestActor, transactionId: string, reason?: string) =>
  admin.as('/api/admin/reject-payment', { json: { transactionId, reason } });

/** How many of the answers have each status, e.g. `{ 200: 1, 409: 19 }`. */
export function statuses(responses: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
