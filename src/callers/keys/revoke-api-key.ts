import type { Acting } from '../acting.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { announceKeys, endApiKey, lockKeysOf } from './api-keys.ts';
import { audit } from '../audit.ts';

/**
 * Ends a key of an account: it stops working and its streams close.
 * @throws not_found, also for a key of another account
 */
export async function revokeApiKey(
  { tx, actor }: Acting,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<void> {
  const account = await lockKeysOf(tx, userId);
  const ended = await endApiKey(tx, userId, { id: keyId });
  if (!ended) throw notFound('API key');
  announceKeys(tx, userId);
  await audit(tx, actor, 'api_key.revoked', { subject: account.email, userId, detail: { name: ended.name } });
}
