import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../../db/schema/index.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { mayHaveKey } from '../../platform/kit/people.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { addApiKey, announceKeys, lockForNewKey, endApiKey, type KeyBounds } from './api-keys.ts';
import { type Acting, type Actor, type Owned, audit } from '../audit.ts';
import { type createApiKey as endpoint, MAX_API_KEYS, type ApiKey } from './contract.ts';
import { DEFAULT_KEY } from '../present-user.ts';
import { fault } from '../../platform/kit/faults.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/**
 * Makes another key for an account; only this answer has it in full.
 * @throws not_found, forbidden (of another administrator), not_allowed_now (too many), validation_failed
 * (name: taken, or kept for the first key; expiresAt: past; dailyLimit: of a key that does more than send)
 */
export async function createApiKey(
  { tx, actor }: Acting,
  { userId, body }: { userId: string; body: BodyOf<typeof endpoint> },
): Promise<ResponseOf<typeof endpoint>> {
  const { name, scopes, addresses = null, test: isTest = false } = body;
  const account = await lockForNewKey(tx, actor, userId);
  if (actor.person && !mayHaveKey(scopes)) throw invalidField('scopes', sentence('keyScopesOfRole'));
  const present = await tx.db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
  if (present.length >= MAX_API_KEYS) {
    throw new Problem('not_allowed_now', sentence('keysFull', { count: MAX_API_KEYS }));
  }
  if (name === DEFAULT_KEY || present.some((key) => key.name === name)) {
    throw invalidField('name', sentence('keyNameTaken'));
  }
  const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
  if (expiresAt && expiresAt <= tx.now) throw invalidField('expiresAt', fault('timePast'));
  const dailyLimit = body.dailyLimit ? parseMoney(body.dailyLimit) : null;
  // Nothing else that costs is counted for a key.
  if (dailyLimit !== null && !scopes?.every((each) => each === 'messages' || each === 'read')) {
    throw invalidField('dailyLimit', sentence('keyLimitScopes'));
  }
  const key = await addApiKey(tx, userId, {
    name,
    scopes: scopes && [...new Set(scopes)],
    ...{ expiresAt, addresses, isTest, dailyLimit },
  });
  announceKeys(tx, userId);
  await writeMail(tx, userId, { kind: 'key_made', name });
  await audit(tx, actor, 'api_key.created', {
    subject: account.email,
    userId,
    detail: { name, scopes, addresses, expiresAt, test: isTest, dailyLimit: body.dailyLimit ?? null },
  });
  return key;
}

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
export async function rotateNamedApiKey({ tx, actor }: Acting, { userId, keyId }: Owned<'keyId'>): Promise<NewKey> {
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
