import { webhooks } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { SECRET_OVERLAP_HOURS } from './contract.ts';
import type { Deps } from '../../services/deps.ts';
import { isOwn } from './own-webhook.ts';
import { newSecret, sealSecret } from './secret.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

const OVERLAP_MS = SECRET_OVERLAP_HOURS * HOUR_MS;

/**
 * Makes a new signing secret. The former one also signs for a day, so that no delivery is refused while the
 * receiver changes over. @throws not_found
 */
export async function rotateSecret(
  { tx, deps: { config }, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<{ secret: string }> {
  const secret = newSecret();
  const previousSecretUntil = new Date(tx.now.getTime() + OVERLAP_MS);
  const [rotated] = await tx.db
    .update(webhooks)
    .set({ secret: sealSecret(config, webhookId, secret), previousSecret: webhooks.secret, previousSecretUntil })
    .where(isOwn(userId, webhookId))
    .returning();
  if (!rotated) throw notFound('Webhook');
  await audit(tx, actor, 'webhook.secret_rotated', { subject: rotated.name, userId, detail: { webhookId } });
  await notifyOwner(tx, userId, { what: 'webhook', name: rotated.url });
  return { secret };
}
