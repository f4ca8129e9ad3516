import { createHash } from 'node:crypto';
import { sql as template } from 'drizzle-orm';
import { DAYS } from '../../../db/data-map.ts';
import { prepared } from '../../../db/prepared.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import type { StoredAnswer } from '../../platform/kit/answer.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { isSealed, seal, unseal } from '../../platform/kit/seal.ts';
import type { Secrets } from '../../platform/kit/secrets.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

const IDEMPOTENCY_HOURS = DAYS.answers * 24;

/** One request with a key. A key belongs to a user, a method and a path. */
export interface IdempotencyScope extends IdempotencyKey {
  userId: string;
}

/** Reads the header. @throws validation_failed for a key that is not 1 to 255 characters of printable ASCII */
export function idempotencyScope(
  request: Request,
  { path, userId, body }: { path: string; userId: string; body: string },
): IdempotencyScope | null {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('validation_failed', {
      ...fault('notUnderstood'),
      text: 'Idempotency-Key must be 1 to 255 printable characters without spaces',
    });
  }
  return { userId, method: request.method, path, key, bodyHash: hashBody(body) };
}

const hashBody = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Keys from before this time no longer count. */
export const idempotencySince = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_HOURS * HOUR_MS);

/**
 * Runs `work` once for its key, in the transaction of the work: the first answer is stored together with the
 * change, so that neither exists without the other. It is sealed, because it may show a secret this once. An answer
 * that changed nothing is rolled back with its transaction and is not stored.
 * @throws idempotency_in_progress, idempotency_key_reused
 */
export async function answerOnce(
  { tx, config }: { tx: Transaction; config: Secrets },
  scope: IdempotencyScope,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const name = [scope.userId, scope.method, scope.path, scope.key].join('\n');
  const [[lock], [stored]] = await allAtOnce([
    lockName(tx.sql, { name }),
    findAnswer(tx.sql, { ...scope, since: idempotencySince(tx.now) }),
  ]);
  if (!lock?.held) throw inProgress();
  if (stored) return replayAnswer(config, stored, scope);
  const { status, text } = await work();
  tx.send(storeAnswer(tx.sql, { ...scope, status, response: seal(config, placeOf(scope), text), now: tx.now }));
  return { status, text };
}

const lockName = prepared<{ name: string }, { held: boolean }>(
  (p) => template`select pg_try_advisory_xact_lock(hashtextextended(${p.name}::text, 0)) as held`,
);

const findAnswer = prepared<
  Omit<IdempotencyScope, 'bodyHash'> & { since: Date },
  { bodyHash: string; status: number; response: string }
>(
  (p) => template`
    select body_hash as "bodyHash", status, response from idempotency_keys
    where user_id = ${p.userId}::uuid and method = ${p.method}::text and path = ${p.path}::text and key = ${p.key}::text
      and created_at > ${p.since}::timestamptz`,
);

/** An answer that no longer counts makes room. */
const storeAnswer = prepared<
  Pick<IdempotencyScope, keyof IdempotencyScope> & { status: number; response: string; now: Date },
  never
>(
  (p) => template`
    insert into idempotency_keys (user_id, method, path, key, body_hash, status, response, created_at)
    values (${p.userId}::uuid, ${p.method}::text, ${p.path}::text, ${p.key}::text, ${p.bodyHash}::text, ${p.status}::int,
      ${p.response}::text, ${p.now}::timestamptz)
    on conflict (user_id, method, path, key) do update set body_hash = excluded.body_hash, status = excluded.status,
      response = excluded.response, created_at = excluded.created_at`,
);

const placeOf = ({ method, path, key }: IdempotencyKey) => ({
  purpose: 'stored answers',
  ownerId: [method, path, key].join('\n'),
});

/**
 * An answer that a statement has stored by itself holds no secret, and is not sealed.
 * @throws idempotency_key_reused
 */
export function replayAnswer(
  config: Secrets,
  stored: { bodyHash: string; status: number; response: string },
  scope: IdempotencyKey,
): StoredAnswer {
  if (stored.bodyHash !== scope.bodyHash) {
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used with another body');
  }
  const text = isSealed(stored.response) ? unseal(config, placeOf(scope), stored.response) : stored.response;
  if (text === null) throw new Error('no secret of the settings opens a stored answer');
  return { status: stored.status, text };
}

export const inProgress = () =>
  new Problem('idempotency_in_progress', 'A request with this Idempotency-Key is still running', {
    headers: { 'retry-after': '1' },
  });
