import { count, eq } from 'drizzle-orm';
import { smsTemplates } from '../../../../db/schema/index.ts';
import type { Acting } from '../../../callers/acting.ts';
import { audit } from '../../../callers/audit.ts';
import { lockUser } from '../../../callers/require-user.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { MAX_TEMPLATES, type SmsTemplate } from './contract.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/** Stores a message text for later use. @throws not_found, not_allowed_now (too many) */
export async function saveTemplate(
  { tx, actor }: Acting,
  { userId, name, message }: { userId: string } & { name: string; message: string },
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
