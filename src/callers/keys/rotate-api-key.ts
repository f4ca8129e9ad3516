import type { Acting } from '../acting.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import { mayHaveKey } from '../../platform/kit/people.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { addApiKey, announceKeys, endApiKey, type KeyBounds, lockForNewKey } from './api-keys.ts';
import { audit } from '../audit.ts';
import type { ApiKey } from './contract.ts';
import type { Actor } from '../caller.ts';
import { DEFAULT_KEY } from '../present-user.ts';

type NewKey = ApiKey & { key: string };

/**
 * Replaces an account's first API key; only this answer has the new one in full. The old one stops working
 * and its streams close; if it was revoked before, the account has a first key again.
 * @throws not_found, forbidden (of another administrator)
 */
export async function rotateApiKey({ tx, actor }: Acting, userId: string): Promise<{ apiKey: string }> {
  const { key } = await replace(tx, actor, userId, async () => {
    await endApiKey(tx, userId, { name: DEFAULT_KEY });
    return { name: DEFAULT_KEY, scopes: null, expiresAt: null, addresses: null };
  });
  return { apiKey: key };
}

/**
 * The same as `rotateApiKey`, for any key of the account; its name, scopes, end, addresses and limit stay.
 * @throws as `rotateApiKey`; not_found also for a key of another account
 */
export async function rotateNamedApiKey(
  { tx, actor }: Acting,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<NewKey> {
  return replace(tx, actor, userId, async () => {
    const ended = await endApiKey(tx, userId, { id: keyId });
    if (!ended) throw notFound('API key');
    if (actor.person && !mayHaveKey(ended.scopes)) throw new Problem('forbidden', sentence('keyScopesOfRole'));
    return ended;
  });
}

/** If two replacements run at once, the second ends the key that the first one made, or finds none. */
async function replace(
  tx: Transaction,
  actor: Actor,
  userId: string,
  endOld: () => Promise<KeyBounds>,
): Promise<NewKey> {
  const account = await lockForNewKey(tx, actor, userId);
  const { name, scopes, expiresAt, addresses, isTest, dailyLimit, spentToday, spentOn } = await endOld();
  const bounds = { name, scopes, expiresAt, addresses, isTest, dailyLimit, spentToday, spentOn };
  const made = await addApiKey(tx, userId, bounds);
  announceKeys(tx, userId);
  await writeMail(tx, userId, { kind: 'key_made', name });
  await audit(tx, actor, 'api_key.rotated', { subject: account.email, userId, detail: { name } });
  return made;
}
