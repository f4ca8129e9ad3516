import type { User } from '../callers/contract.ts';
import type { Actor } from '../callers/guards.ts';
import { activate, suspend } from '../callers/suspend.ts';
import type { StoredAnswer } from '../platform/kit/answer.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Deps } from '../services/deps.ts';
import { handOversEnded } from '../services/messaging/delivery/hand-overs-ended.ts';
import {
  holdMessages,
  lockWaitingMessages,
  releaseMessages,
} from '../services/messaging/delivery/hold-messages.ts';
import { endCallsOf, lockCallsUnderWay } from '../services/voice/end-calls-of.ts';

/**
 * Shuts an account out, and stops what it has under way: messages that have not left wait, calls are hung up.
 * What carriers have of its messages goes on.
 * @throws account_suspended (the caller, a moment ago), not_found, not_allowed_now
 */
export async function suspendAccount(
  { tx, deps, actor }: { tx: Transaction; deps: Deps; actor: Actor },
  userId: string,
): Promise<User> {
  // Messages and calls are locked before the account everywhere.
  await lockWaitingMessages(tx, userId);
  await lockCallsUnderWay(tx, userId);
  const user = await suspend({ tx, actor }, userId);
  await holdMessages(tx, userId);
  await endCallsOf(tx, deps, userId);
  return user;
}

/**
 * As an administrator does it: once this has answered, nothing of the account's leaves but what a carrier has
 * by then. @throws account_suspended (the caller, a moment ago), not_found, not_allowed_now
 */
export async function suspendUser(
  {
    deps,
    actor,
    transact,
  }: { deps: Deps; actor: Actor; transact(work: (tx: Transaction) => Promise<User>): Promise<StoredAnswer> },
  userId: string,
): Promise<StoredAnswer> {
  const answer = await transact((tx) => suspendAccount({ tx, deps, actor }, userId));
  await handOversEnded(deps, 'account', userId);
  return answer;
}

/** Lets a suspended account in again; what waited goes on. @throws not_found */
export async function activateAccount(
  { tx, deps, actor }: { tx: Transaction; deps: Deps; actor: Actor },
  userId: string,
): Promise<User> {
  const user = await activate({ tx, actor }, userId);
  await releaseMessages(tx, deps, userId);
  return user;
}
