import type { User } from '../callers/contract.ts';
import type { Actor } from '../callers/guards.ts';
import { activate, suspend } from '../callers/suspend.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Deps } from '../services/deps.ts';
import { holdMessages, lockWaitingMessages, releaseMessages } from '../services/messaging/delivery/hold.ts';
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

/** Lets a suspended account in again; what waited goes on. @throws not_found */
export async function activateAccount(
  { tx, deps, actor }: { tx: Transaction; deps: Deps; actor: Actor },
  userId: string,
): Promise<User> {
  const user = await activate({ tx, actor }, userId);
  await releaseMessages(tx, deps, userId);
  return user;
}
