import { and, desc, eq, isNotNull, lt, sql as template } from 'drizzle-orm';
import { smsMessages, users } from '../../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../../callers/audit.ts';
import { Page } from '../../../platform/kit/answer.ts';
import type { BodyOf, QueryOf } from '../../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { REASONS } from '../../../shared/reasons.ts';
import type { Deps } from '../../deps.ts';
import type * as contract from '../admin-contract.ts';
import { release } from '../delivery/hold-messages.ts';
import { stopWaiting } from '../delivery/stop-waiting.ts';

/** Messages that wait until an administrator has looked at them, of all accounts, newest first. */
export async function listHeld(
  { db }: Pick<Deps, 'db'>,
  { limit, before }: QueryOf<typeof contract.listHeldSms>,
): Promise<Page<contract.HeldMessage>> {
  const rows = await db
    .select({
      row: smsMessages,
      user: { id: users.id, email: users.email, fullName: users.fullName, company: users.company },
    })
    .from(smsMessages)
    .innerJoin(users, eq(users.id, smsMessages.userId))
    .where(and(isNotNull(smsMessages.heldFor), before ? lt(smsMessages.id, before) : undefined))
    .orderBy(desc(smsMessages.id))
    .limit(limit + 1);
  const held = rows.map(({ row: { id, senderId, message, recipientCount, cost, heldFor, sentAt, sendAt }, user }) => ({
    ...{ id, user, senderId, message, recipientCount, cost: formatMoney(cost, 4), heldFor: heldFor ?? '' },
    ...{ sentAt: sentAt.toISOString(), sendAt: sendAt?.toISOString() ?? null },
  }));
  return Page.of(held, limit);
}

/**
 * Releases a message that waits, which was charged when it was accepted, or refuses it: it is refunded, and its owner is
 * told. One of a suspended account waits on for that.
 * @throws not_found, already_processed (it does not wait any more)
 */
export async function decideHeld(
  { tx, deps, actor }: ActingWith<Deps>,
  { heldId, outcome, reason }: BodyOf<typeof contract.decideHeldSms> & { heldId: string },
): Promise<{ id: string }> {
  const [message] = await tx.db.select().from(smsMessages).where(eq(smsMessages.id, heldId)).for('update');
  if (!message) throw notFound('Message');
  const { id, userId, senderId, recipientCount, heldFor } = message;
  if (heldFor === null) throw new Problem('already_processed', sentence('settledAlready'));
  if (outcome === 'refuse') {
    await stopWaiting(tx, message, REASONS.content_refused);
    await writeMail(tx, userId, {
      kind: 'message_refused',
      senderId,
      recipients: recipientCount,
      reason: reason ?? null,
    });
  } else {
    const [owner] = await tx.db.select({ status: users.status }).from(users).where(eq(users.id, userId));
    if (owner?.status === 'active') await release(tx, deps, template`id = ${id}::uuid`);
    else await tx.db.update(smsMessages).set({ heldFor: null }).where(eq(smsMessages.id, id));
  }
  await audit(tx, actor, outcome === 'release' ? 'message.released' : 'message.refused', {
    ...{ subject: id, userId },
    detail: { word: heldFor, reason: reason ?? null, recipients: recipientCount },
  });
  return { id };
}
