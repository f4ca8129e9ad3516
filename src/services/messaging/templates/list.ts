import { desc, eq } from 'drizzle-orm';
import { smsTemplates } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { SmsTemplate } from './contract.ts';

/** An account's templates, newest first. */
export async function listTemplates(deps: Deps, userId: string): Promise<SmsTemplate[]> {
  const rows = await deps.db
    .select()
    .from(smsTemplates)
    .where(eq(smsTemplates.userId, userId))
    .orderBy(desc(smsTemplates.id));
  return rows.map(({ id, name, message, createdAt }) => ({ id, name, message, createdAt: createdAt.toISOString() }));
}
