import { and, eq } from 'drizzle-orm';
import { smsTemplates } from '../../../../db/schema/index.ts';
import type { Acting } from '../../../callers/acting.ts';
import { audit } from '../../../callers/audit.ts';
import { notFound } from '../../../platform/kit/errors.ts';

/** Removes a template. @throws not_found */
export async function deleteTemplate(
  { tx, actor }: Acting,
  { userId, templateId }: { userId: string; templateId: string },
): Promise<undefined> {
  const [gone] = await tx.db
    .delete(smsTemplates)
    .where(and(eq(smsTemplates.id, templateId), eq(smsTemplates.userId, userId)))
    .returning({ name: smsTemplates.name });
  if (!gone) throw notFound('Template');
  await audit(tx, actor, 'template.deleted', { subject: gone.name, userId, detail: { templateId } });
}
