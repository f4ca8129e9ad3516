import type { Sql } from 'postgres';
import { encodeFrame } from './bus.ts';
import type { Position } from './snapshot.ts';

/** How far back a stream can be resumed. */
export const RETENTION_HOURS = 24;

const PAGE = 500;

interface ReplayRow {
  seq: string;
  /** True for the rest of the batch the reader left off in, false for what came after it. */
  same_batch: boolean;
  name: string;
  data: string;
}

/**
 * The events a resuming reader has missed: those after its position and before `until`, the position
 * from which the live bus feeds it. First the rest of the batch it left off in, then all after it, each
 * with an id that resumes from there.
 */
export async function* replay(
  sql: Sql,
  reader: { userId: string; isAdmin: boolean },
  from: Position,
  until: Position,
  since: Date,
): AsyncGenerator<Uint8Array> {
  let last = { sameBatch: true, seq: from.seq };
  for (;;) {
    const rows = await sql<ReplayRow[]>`
      select seq, pg_visible_in_snapshot(transaction_id, ${from.after}::pg_snapshot) as same_batch, name, data
      from events
      where transaction_id >= pg_snapshot_xmin(${from.before}::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${from.before}::pg_snapshot)
        and pg_visible_in_snapshot(transaction_id, ${until.after}::pg_snapshot)
        and (to_everyone or (to_owner and user_id = ${reader.userId}) or (to_admins and ${reader.isAdmin}))
        and at > ${since.toISOString()}::timestamptz
        and case when pg_visible_in_snapshot(transaction_id, ${from.after}::pg_snapshot)
              then ${last.sameBatch} and seq > ${last.seq}
              else ${last.sameBatch} or seq > ${last.seq} end
      order by same_batch desc, seq
      limit ${PAGE}`;
    for (const row of rows) {
      last = { sameBatch: row.same_batch, seq: Number(row.seq) };
      const position = row.same_batch
        ? { ...from, seq: last.seq }
        : { before: from.after, after: until.after, seq: last.seq };
      yield encodeFrame(row, position);
    }
    if (rows.length < PAGE) return;
  }
}
