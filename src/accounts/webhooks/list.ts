import { desc, eq } from 'drizzle-orm';
import { webhooks } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { Webhook } from './contract.ts';
import { presentWebhook } from './present-webhook.ts';

/** An account's webhooks, newest first. */
export async function listWebhooks(deps: Deps, userId: string): Promise<Webhook[]> {
  const rows = await deps.db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(desc(webhooks.id));
  return rows.map((row) => presentWebhook(row, deps.clock.now()));
}
