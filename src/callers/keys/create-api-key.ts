import { and, eq, isNull } from 'drizzle-orm';
import type { Acting } from '../acting.ts';
import { apiKeys } from '../../../db/schema/index.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import { mayHaveKey } from '../../platform/kit/people.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { addApiKey, announceKeys, lockForNewKey } from './api-keys.ts';
import { audit } from '../audit.ts';
import { type createApiKey as endpoint, MAX_API_KEYS } from './contract.ts';
import { DEFAULT_KEY } from '../present-user.ts';
import { fault } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/sentences.ts';

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
