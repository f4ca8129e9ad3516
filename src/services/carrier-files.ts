import { type SQL, sql as template } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { prepared } from '../../db/prepared.ts';
import { NoPicture } from '../carriers/adapters/fetch-picture.ts';
import { answerWithin } from '../platform/kit/answer-within.ts';
import { claimsOverAt } from '../platform/kit/claims-over.ts';
import { HOUR_MS } from '../platform/kit/durations.ts';
import type { LookTimes } from '../platform/schedule.ts';
import type { Deps } from './deps.ts';

export interface DueFile {
  id: string;
  provider: string;
  status: 'processing' | 'deleted';
  storage_key: string | null;
  attempts: number;
}

interface File {
  bytes: Uint8Array;
  contentType: string;
}

export type Fetched =
  { status: 'failed' } | { status: 'ready'; storageKey: string; contentType: string; bytes: number };

interface Kind<Due extends DueFile> {
  name: 'picture' | 'recording';
  table: PgTable;
  /** Fetching takes no longer. */
  timeoutMs: number;
  /** After so many attempts to fetch a file, or to delete one, it is given up. */
  most: Record<DueFile['status'], number>;
  /** Null where its carrier does not have it yet. */
  fetch: (deps: Deps, due: Due) => Promise<File | null>;
  /** Says what became of a file, unless it was deleted, and tells its owner. @returns whether it was changed */
  end: (deps: Deps, due: Due, set: Fetched & { dueAt: null }) => Promise<boolean>;
  /** Forgets a deleted file, which is not in the store any more. */
  forget: (deps: Deps, due: Due) => Promise<unknown>;
}

/** Brings files from their carriers into the store, and deletes those that were deleted here. */
export function carrierFiles<Due extends DueFile>({ name, table, timeoutMs, most, fetch, end, forget }: Kind<Due>) {
  const claimDue = prepared<{ over: Date; until: Date }, Due>(
    (p) => template`
      update ${table} r set due_at = ${p.until}::timestamptz, attempts = r.attempts + 1
      from (
        select id from ${table} where due_at <= ${p.over}::timestamptz
        order by due_at limit 1 for update skip locked
      ) due
      where r.id = due.id
      returning r.*`,
  );

  async function fetchOne(deps: Deps, due: Due): Promise<void> {
    try {
      const file = await answerWithin(timeoutMs, fetch(deps, due));
      await (file ? keep(deps, due, file) : tryLater(deps, due));
    } catch (error) {
      deps.log.warn({ error, carrier: due.provider, [name]: due.id }, `a ${name} could not be fetched yet`);
      await (error instanceof NoPicture ? end(deps, due, { status: 'failed', dueAt: null }) : tryLater(deps, due));
    }
  }

  async function keep(deps: Deps, due: Due, { bytes, contentType }: File): Promise<void> {
    const storageKey = `${name}-${due.id}.${Bun.randomUUIDv7()}`;
    await deps.objects.put(storageKey, bytes);
    try {
      const file = { status: 'ready', storageKey, contentType, bytes: bytes.length, dueAt: null } as const;
      // If it was deleted meanwhile, it stays deleted.
      if (!(await end(deps, due, file))) await deps.objects.delete(storageKey);
    } catch (error) {
      await deleteUnnamed(deps, table, storageKey);
      throw error;
    }
  }

  async function tryLater(deps: Deps, due: Due): Promise<void> {
    const isOver = due.attempts >= most[due.status];
    if (isOver && due.status === 'processing') return void (await end(deps, due, { status: 'failed', dueAt: null }));
    const pause = Math.min(1000 * 2 ** (due.attempts - 1), HOUR_MS);
    const dueAt = isOver ? null : new Date(deps.clock.now().getTime() + pause).toISOString();
    await deps.db.execute(template`
      update ${table} set due_at = ${dueAt}::timestamptz where id = ${due.id} and status = ${due.status}`);
  }

  async function remove(deps: Deps, due: Due): Promise<void> {
    try {
      if (due.storage_key) await deps.objects.delete(due.storage_key);
      await forget(deps, due);
    } catch (error) {
      deps.log.warn({ error, carrier: due.provider, [name]: due.id }, `a ${name} could not be deleted yet`);
      await tryLater(deps, due);
    }
  }

  return {
    wait: (p: LookTimes): SQL => template`exists (select from ${table} where due_at <= ${p.over}::timestamptz)`,
    async fetchAll(deps: Deps): Promise<void> {
      for (;;) {
        // Longer than fetching takes, so that no other process starts with it meanwhile.
        const until = new Date(deps.clock.now().getTime() + 2 * timeoutMs);
        const [due] = await claimDue(deps.sql, { over: claimsOverAt(deps.clock), until });
        if (!due) return;
        await (due.status === 'deleted' ? remove(deps, due) : fetchOne(deps, due));
      }
    },
  };
}

/** Deletes a file, unless the database does refer to it and only the answer to that update was lost. */
export async function deleteUnnamed(deps: Deps, table: PgTable, storageKey: string): Promise<void> {
  const naming = await deps.db.execute(template`select from ${table} where storage_key = ${storageKey}`);
  if (naming.length === 0) await deps.objects.delete(storageKey);
}
