import type { ActingWith } from '../../callers/acting.ts';
import type { Actor } from '../../callers/caller.ts';
import type { StoredAnswer } from '../../platform/kit/answer.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { handOversEnded } from '../../services/messaging/delivery/hand-overs-ended.ts';
import { activateAccount, suspendAccount } from '../suspend-account.ts';
import type { Customer } from './contract.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';
import { readCustomer } from './read-customers.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** Suspends a customer, in the same way as an administrator. @throws not_found, not_allowed_now */
export async function suspendCustomer(
  {
    deps,
    actor,
    transact,
  }: { deps: Deps; actor: Actor; transact(work: (tx: Transaction) => Promise<Customer>): Promise<StoredAnswer> },
  { resellerId, customerId }: { resellerId: string; customerId: string },
): Promise<StoredAnswer> {
  const answer = await transact(async (tx) => {
    await requireReseller(tx, resellerId);
    const { role } = await requireCustomer(tx.db, resellerId, customerId);
    if (role === 'admin') throw new Problem('not_allowed_now', sentence('adminNotHere'));
    await suspendAccount({ tx, deps, actor }, { userId: customerId });
    return readCustomer(tx.db, { resellerId, customerId }, tx.now);
  });
  await handOversEnded(deps, 'account', customerId);
  return answer;
}

/** Ends a customer's suspension. @throws not_found, not_allowed_now */
export async function activateCustomer(
  { tx, deps, actor }: ActingWith<Deps>,
  { resellerId, customerId }: { resellerId: string; customerId: string },
): Promise<Customer> {
  await requireReseller(tx, resellerId);
  await requireCustomer(tx.db, resellerId, customerId);
  await activateAccount({ tx, deps, actor }, { userId: customerId });
  return readCustomer(tx.db, { resellerId, customerId }, tx.now);
}
