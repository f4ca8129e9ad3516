import { and, count, desc, eq } from 'drizzle-orm';
import { smsTemplates } from '../../../../db/schema/index.ts';
import { type Acting, type Owned, audit } from '../../../callers/audit.ts';
import { lockUser } from '../../../callers/require-user.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { MAX_TEMPLATES, type SmsTemplate } from './contract.ts';

/** An account's templates, newest first. */
export async function listTemplates(deps: Deps, userId: string): Promise<SmsTemplate[]> {
  const rows = await deps.db
    .select()
    .from(smsTemplates)
    .where(eq(smsTemplates.userId, userId))
    .orderBy(desc(smsTemplates.id));
  return rows.map(({ id, name, message, createdAt }) => ({ id, name, message, createdAt: createdAt.toISOString() }));
}

/** Stores a message text for later use. @throws not_found, not_allowed_now (too many) */
export async function saveTemplate(
  { tx, actor }: Acting,
  { userId, name, message }: { userId: string; name: string; message: string },
): Promise<SmsTemplate> {
  await lockUser(tx, userId);
  const [kept] = await tx.db.select({ count: count() }).from(smsTemplates).where(eq(smsTemplates.userId, userId));
  if (kept && kept.count >= MAX_TEMPLATES) {
    throw new Problem('not_allowed_now', sentence('templatesFull', { count: MAX_TEMPLATES }));
  }
  const id = newId(tx.clock);
  await tx.db.insert(smsTemplates).values({ id, userId, name, message, createdAt: tx.now });
  await audit(tx, actor, 'template.created', { subject: name, userId, detail: { templateId: id } });
  return { id, name, message, createdAt: tx.now.toISOString() };
}

/** Removes a template. @throws not_found */
export async function deleteTemplate(
  { tx, actor }: Acting,
  { userId, templateId }: Owned<'templateId'>,
): Promise<undefined> {
  const [gone] = await tx.db
    .delete(smsTemplates)
    .where(and(eq(smsTemplates.id, templateId), eq(smsTemplates.userId, userId)))
    .returning({ name: smsTemplates.name });
  if (!gone) throw notFound('Template');
  await audit(tx, actor, 'template.deleted', { subject: gone.name, userId, detail: { templateId } });
}
