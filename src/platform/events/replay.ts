import type { Sql } from 'postgres';
import { encodeFrame } from './bus.ts';
import type { PlacedEvent } from './position.ts';

/** How far back a stream can be resumed. */
export const RETENTION_HOURS = 24;

const PAGE = 500;

/**
 * The events a resuming reader has missed: those after the position `from` up to `until`, from which on it is
 * fed live. Page by page, so that a long absence costs no memory.
 */
export async function* replay(
  sql: Sql,
  reader: { userId: string; isAdmin: boolean },
  from: number,
  until: number,
  since: Date,
): AsyncGenerator<Uint8Array> {
  let last = from;
  for (;;) {
    const rows = await sql<Pick<PlacedEvent, 'position' | 'name' | 'data'>[]>`
      select position, name, data
      from events
      where position > ${last} and position <= ${until}
        and (to_everyone or (to_owner and user_id = ${reader.userId}) or (to_admins and ${reader.isAdmin}))
        and at > ${since.toISOString()}::timestamptz
      order by position
      limit ${PAGE}`;
    for (const row of rows) yield encodeFrame(row);
    if (rows.length < PAGE) return;
    last = Number(rows.at(-1)?.position ?? until);
  }
}
