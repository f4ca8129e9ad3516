import { firstIdAt } from '../../../platform/kit/ids.ts';
import { keptSince, moveSweep, noteSweep, sweptUntil } from '../../../platform/retention.ts';
import type { Deps } from '../../deps.ts';

/** A small number, because each message may have many recipients. */
const BATCH = 50;

/**
 * Removes the texts of messages that are older than MESSAGE_TEXTS_KEPT_DAYS; the messages stay, with cost and result.
 * A message that is not finished keeps its text; the next sweep starts again at the first of those. It works in
 * batches; each one stores in its transaction how far it has come.
 */
export async function expireTexts(deps: Pick<Deps, 'sql' | 'clock' | 'config'>): Promise<void> {
  const { sql, clock, config } = deps;
  const before = firstIdAt(keptSince(clock, config.messageTextsKeptDays));
  let removed = 0;
  let place = await sweptUntil(sql, 'message_texts');
  let blocked = false;
  for (;;) {
    const found = await sql<{ id: string; open: boolean; has_text: boolean }[]>`
      select id, queued_count > 0 or unknown_count > 0 as open, message <> '' as has_text
      from sms_messages where id > ${place} and id < ${before} order by id limit ${BATCH}`;
    const last = found.at(-1);
    if (!last) break;
    place = last.id;
    const done = found.filter(({ open, has_text }) => !open && has_text).map(({ id }) => id);
    blocked ||= found.some(({ open }) => open);
    await sql.begin(async (tx) => {
      await tx`update sms_recipients set text = null where message_id = any(${done}::uuid[]) and text is not null`;
      await tx`update sms_messages set message = '', media_id = null, media_key = null where id = any(${done}::uuid[])`;
      if (!blocked) await moveSweep(tx, { what: 'message_texts', until: place });
    });
    removed += done.length;
  }
  await noteSweep(deps, { what: 'message_texts', removed });
}
