import { and, eq } from 'drizzle-orm';
import { smsTemplates } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';

/** Removes a template. @throws not_found */
export async function deleteTemplate(
  tx: Transaction,
  { userId, templateId }: { userId: string; templateId: string },
): Promise<undefined> {
  const [gone] = await tx.db
    .delete(smsTemplates)
    .where(and(eq(smsTemplates.id, templateId), eq(smsTemplates.userId, userId)))
    .returning({ id: smsTemplates.id });
  if (!gone) throw notFound('Template');
}
