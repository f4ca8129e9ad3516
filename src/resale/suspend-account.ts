import type { ActingWith, Actor } from '../callers/audit.ts';
import type { User } from '../callers/contract.ts';
import { activate, suspend } from '../callers/suspend.ts';
import type { StoredAnswer } from '../platform/kit/answer.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Deps } from '../services/deps.ts';
import { handOversEnded } from '../services/messaging/delivery/hand-overs-ended.ts';
import { holdMessages, lockWaitingMessages, releaseMessages } from '../services/messaging/delivery/hold-messages.ts';
import { endCallsOf, lockCallsUnderWay } from '../services/voice/end-calls-of.ts';

/**
 * Suspends an account and stops its work in progress: unsent messages wait, calls are ended. Messages that a
 * carrier already has are not stopped.
 * @param agreed whether two administrators agree
 * @param reason for the letter to its owner
 * @throws account_suspended (the caller was suspended meanwhile), not_found, not_allowed_now, approval_needed
 */
export async function suspendAccount(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, agreed = false, reason = null }: { userId: string; agreed?: boolean; reason?: string | null },
): Promise<User> {
  // Messages and calls are locked before the account, as everywhere.
  await lockWaitingMessages(tx, userId);
  await lockCallsUnderWay(tx, userId);
  const user = await suspend({ tx, deps, actor }, { userId, agreed, reason });
  await holdMessages(tx, userId);
  await endCallsOf(tx, deps, userId);
  return user;
}

/**
 * Suspends an account as an administrator does. When this has answered, no more of the account's messages go to
 * a carrier.
 * @throws account_suspended (the caller was suspended meanwhile), not_found, not_allowed_now, approval_needed
 */
export async function suspendUser(
  {
    deps,
    actor,
    transact,
  }: { deps: Deps; actor: Actor; transact(work: (tx: Transaction) => Promise<User>): Promise<StoredAnswer> },
  { userId, reason }: { userId: string; reason: string | null },
): Promise<StoredAnswer> {
  const answer = await transact((tx) => suspendAccount({ tx, deps, actor }, { userId, reason }));
  await handOversEnded(deps, 'account', userId);
  return answer;
}

/** Ends an account's suspension; its waiting messages continue. @throws not_found, approval_needed */
export async function activateAccount(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, agreed = false }: { userId: string; agreed?: boolean },
): Promise<User> {
  const user = await activate({ tx, deps, actor }, { userId, agreed });
  await releaseMessages(tx, deps, userId);
  return user;
}
