import { and, count, eq, isNull } from 'drizzle-orm';
import { randomBytes, randomInt } from 'node:crypto';
import { apiKeys, smppAccounts } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { addApiKey, announceKeys, lockForNewKey, networksOf } from '../../callers/keys/api-keys.ts';
import { MAX_API_KEYS } from '../../callers/keys/contract.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Deps } from '../deps.ts';
import type { createSmppAccount as endpoint } from './contract.ts';

/** A password of SMPP has at most eight characters; attempts at it are limited. Letters that look like digits are left out. */
const PASSWORD = { characters: 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', length: 8 };

/**
 * Makes a system id with a password, which only this answer has. It is an API key with the scope `messages` whose token
 * nobody has, so that it is listed, limited and ended as keys are.
 * @throws not_found, forbidden (of another administrator), not_allowed_now (too many)
 */
export async function createSmppAccount(
  { tx, actor, deps }: { tx: Transaction; actor: Actor; deps: Pick<Deps, 'passwords'> },
  { userId, body }: { userId: string; body: BodyOf<typeof endpoint> },
): Promise<ResponseOf<typeof endpoint>> {
  const account = await lockForNewKey(tx, actor, userId);
  const [present] = await tx.db
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
  if ((present?.keys ?? 0) >= MAX_API_KEYS)
    throw new Problem('not_allowed_now', sentence('keysFull', { count: MAX_API_KEYS }));
  const systemId = `tl${randomBytes(5).toString('hex')}`;
  const name = `SMPP ${systemId}`;
  const { id, createdAt } = await addApiKey(tx, userId, {
    ...{ name, scopes: ['messages'], expiresAt: null, addresses: null },
  });
  const password = Array.from(
    { length: PASSWORD.length },
    () => PASSWORD.characters[randomInt(PASSWORD.characters.length)],
  ).join('');
  const { addresses, ...limits } = body;
  const [row] = await tx.db
    .insert(smppAccounts)
    .values({
      ...{ keyId: id, userId, systemId, passwordHash: await deps.passwords.hash(password) },
      ...{ ...limits, addresses: networksOf(addresses) },
    })
    .returning();
  if (!row) throw new Error('a system id was not stored');
  announceKeys(tx, userId);
  await writeMail(tx, userId, { kind: 'key_made', name });
  await audit(tx, actor, 'api_key.created', {
    subject: account.email,
    userId,
    detail: { ...{ name, scopes: ['messages'], expiresAt: null, addresses: null } },
  });
  return { id, systemId, password, ...limits, addresses: row.addresses, createdAt, bound: [], waiting: 0 };
}
