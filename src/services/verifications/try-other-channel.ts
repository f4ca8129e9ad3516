import { inArray, sql as template } from 'drizzle-orm';
import { verifications } from '../../../db/schema/index.ts';
import type { VerificationChannel } from '../../../db/enums.ts';
import { ofItself } from '../../callers/credentials.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { asRefusal, Problem } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { deliverCode, canSpeak } from './deliver-code.ts';

/** How often it is looked for codes that did not arrive. */
export const TRY_OTHER_MS = 2000;
const AT_ONCE = 50;

interface Failed extends Record<string, unknown> {
  id: string;
  channel: VerificationChannel;
}

/**
 * Brings codes by the other channel, once each, where a message was not delivered or a call not answered. Where no
 * calls are set up, nothing is tried.
 */
export async function tryOtherChannel(deps: Deps): Promise<void> {
  if (!canSpeak(deps)) return;
  const now = template`${deps.clock.now().toISOString()}::timestamptz`;
  const failed = await deps.db.execute<Failed>(template`
    update verifications v set fell_back = true
    from (
      select o.id, s.channel from verifications o
      join lateral (
        select l.channel, l.message_id, l.call_id from verification_sends l
        where l.verification_id = o.id order by l.id desc limit 1
      ) s on true
      left join sms_messages m on m.id = s.message_id
      left join voice_calls c on c.id = s.call_id
      where o.status = 'pending' and not o.fell_back and o.expires_at > ${now}
        and (m.status = 'failed' or c.status in ('busy', 'no-answer', 'failed'))
      limit ${AT_ONCE} for update of o skip locked
    ) f where v.id = f.id
    returning v.id, f.channel`);
  if (failed.length === 0) return;
  const ids = failed.map(({ id }) => id);
  const rows = await deps.db.select().from(verifications).where(inArray(verifications.id, ids));
  const what = 'a code could not be brought by the other channel';
  await eachAlone({ log: deps.log, what, items: rows, idOf: ({ id }) => id }, async (row) => {
    const channel = failed.find(({ id }) => id === row.id)?.channel === 'sms' ? 'call' : 'sms';
    const by = { deps, credential: ofItself(row.userId), idempotencyKey: null };
    const sent = await deliverCode(by, row, channel).catch(asRefusal());
    if (!(sent instanceof Problem)) return;
    // A refusal, as without credit, is the end of it; the owner sees that the code was sent once.
    deps.log.info({ error: sent, verification: row.id }, 'a code was refused by the other channel');
  });
}
