import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql as template } from 'drizzle-orm';
import { approvalFiles, approvalRequests } from '../../../db/schema/index.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { type Actor, type Calling, audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { approvalRequestsEvent } from '../events.ts';
import { readUser } from '../present-user.ts';
import type { Wanted } from './contract.ts';

/** The fields of a request in addition to the action itself. */
export interface Extras {
  /** Its subject, if that is no account: a service or a price list. */
  about?: string;
  /** The stored file, which is read once another administrator agrees. */
  file?: Uint8Array;
}

export type Asked = { wanted: Wanted } & Extras;

/**
 * If two administrators have to agree, stores what the first one asks for, and refuses to do it now. Another
 * administrator agrees to it in the list of requests. The same request is stored once, even if it is made again.
 * @throws not_found (the account), approval_needed
 */
export async function askForApproval({ deps, actor }: Calling<Deps>, ...asked: readonly Asked[]): Promise<void> {
  if (deps.config.approvalAboveGbp === null) return;
  await transact(deps, async (tx) => {
    for (const { wanted, about, file } of asked) {
      const subject = about ?? (await subjectOf(tx, wanted));
      const requestId = await storeRequest({ tx, actor }, { wanted, subject });
      if (!requestId) await requireSame(tx, subject, wanted);
      else if (file) await tx.db.insert(approvalFiles).values({ requestId, content: file });
    }
  });
  throw new Problem('approval_needed', sentence('askedSecond'));
}

/** Stores what waits for another administrator. @returns its id; null where one about the same waits already */
export async function storeRequest(
  { tx, actor }: { tx: Transaction; actor: Pick<Actor, 'id'> },
  { wanted, subject }: { wanted: Wanted; subject: string },
): Promise<string | null> {
  const [asked] = await tx.db
    .insert(approvalRequests)
    .values({ id: newId(tx.clock), kind: wanted.kind, subject, wanted, requestedBy: actor.id, requestedAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: approvalRequests.id });
  if (!asked) return null;
  tx.publish(approvalRequestsEvent, actor.id, { requestId: asked.id });
  await audit(tx, actor, 'approval.asked', {
    subject,
    ...('userId' in wanted ? { userId: wanted.userId } : {}),
    detail: wanted,
  });
  return asked.id;
}

async function subjectOf({ db }: Pick<Transaction, 'db'>, wanted: Wanted): Promise<string> {
  if (wanted.kind === 'administrator') return wanted.email;
  if (!('userId' in wanted)) throw new Error(`a request of the kind ${wanted.kind} does not say what it is about`);
  return (await readUser(db, wanted.userId)).email;
}

/** Says that another request already waits: agreeing would do only what that request asks for. */
async function requireSame(tx: Transaction, subject: string, wanted: Wanted): Promise<void> {
  const [waiting] = await tx.db
    .select({ wanted: approvalRequests.wanted })
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.kind, wanted.kind),
        eq(template`lower(${approvalRequests.subject})`, subject.toLowerCase()),
        isNull(approvalRequests.decidedAt),
      ),
    );
  if (!waiting || isDeepStrictEqual(waiting.wanted, wanted)) return;
  throw new Problem('approval_needed', sentence('askedAlready'));
}
