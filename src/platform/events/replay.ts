import { sql as template } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { DAYS } from '../../../db/data-map.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Duty } from '../kit/duties.ts';
import { encodeFrame } from './bus.ts';
import { heardBy } from './kind.ts';
import type { PlacedEvent } from './position.ts';

/** How far back a stream can be resumed. */
export const RETENTION_HOURS = DAYS.events * 24;

const PAGE = 500;

type Missed = {
  last: number;
  until: number;
  userId: string;
  isAdmin: boolean;
  /** The names of the events of which this administrator is told, separated by commas; null: of all. */
  heard: string | null;
  since: Date;
  most: number;
};

const selectMissed = prepared<Missed, Pick<PlacedEvent, 'position' | 'name' | 'data'>>(
  (p) => template`
    select position, name, data
    from events
    where position > ${p.last} and position <= ${p.until}
      and (to_everyone or (to_owner and user_id = ${p.userId}) or (to_admins and ${p.isAdmin}::boolean
          and (${p.heard}::text is null or name = any (string_to_array(${p.heard}::text, ',')))))
      and at > ${p.since}::timestamptz
    order by position
    limit ${p.most}`,
);

/**
 * The events that a resuming reader missed: those after the position `from` up to `until`, where its live
 * events begin. They are read page by page, so that a long absence needs little memory.
 */
export async function* replay(
  sql: Sql,
  { userId, isAdmin, duty }: { userId: string; isAdmin: boolean; duty: Duty | null },
  { from, until, since }: { from: number; until: number; since: Date },
): AsyncGenerator<Uint8Array> {
  let last = from;
  const reader = { userId, isAdmin, heard: heardBy(duty)?.join(',') ?? null };
  for (;;) {
    const rows = await selectMissed(sql, { ...reader, last, until, since, most: PAGE });
    for (const row of rows) yield encodeFrame(row);
    if (rows.length < PAGE) return;
    last = Number(rows.at(-1)?.position ?? until);
  }
}
