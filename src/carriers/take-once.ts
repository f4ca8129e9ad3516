import { createHash } from 'node:crypto';
import { sql as template, type SQL } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Seal } from './port.ts';

/**
 * A callback, or a part of one that has its own effect. A copy changes nothing, even while its signature is
 * still valid, and gets the same answer as the first one: a carrier that did not get our answer sends exactly
 * the same again until it does.
 */
export type Taking = { digest: string; staleAt: Date };

/** @param part the subject: the same bytes at another address are another callback */
export const takingOf = (carrier: string, part: string, { signature, staleAt }: Seal): Taking => ({
  digest: createHash('sha256')
    .update(JSON.stringify([carrier, part, signature]))
    .digest('base64url'),
  staleAt,
});

/**
 * Marks it as taken: it returns a row, or none if it was taken before. If two come at once, one waits for the other.
 */
export const takeSql = (p: { digest: unknown; staleAt: unknown }): SQL => template`
  insert into carrier_callbacks (digest, stale_at) values (${p.digest}, ${p.staleAt}::timestamptz)
  on conflict do nothing returning digest`;

/**
 * Takes it in the transaction that applies it.
 * @returns whether it is the first
 */
export async function takeOnce(tx: Transaction, { digest, staleAt }: Taking): Promise<boolean> {
  const taken = await tx.db.execute(takeSql({ digest, staleAt: staleAt.toISOString() }));
  return taken.length > 0;
}

/**
 * Takes many in the transaction that applies them, in one order everywhere: two that hold the same ones never wait for
 * each other in a circle. After one that is stale the same again is another one, where nothing else refuses it.
 * @returns the digests of those that are the first
 */
export async function takeEachOnce(tx: Transaction, takings: readonly Taking[]): Promise<Set<string>> {
  if (takings.length === 0) return new Set();
  const taken = await tx.db.execute<{ digest: string }>(template`
    insert into carrier_callbacks as c (digest, stale_at)
    select distinct on (t.digest) t.digest, t."staleAt"
    from json_to_recordset(${JSON.stringify(takings)}::text::json) as t (digest text, "staleAt" timestamptz)
    order by t.digest
    on conflict (digest) do update set stale_at = excluded.stale_at
      where c.stale_at < ${tx.now.toISOString()}::timestamptz
    returning digest`);
  return new Set(taken.map(({ digest }) => digest));
}

/** It could not be applied, so it may come again. */
export async function forgetTaking({ db }: Pick<Deps, 'db'>, { digest }: Taking): Promise<void> {
  await db.execute(template`delete from carrier_callbacks where digest = ${digest}`);
}
