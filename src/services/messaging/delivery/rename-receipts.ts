import { sql as template } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';

/** A report without a match is searched under other spellings of its id after this time. */
const AFTER_MS = 5000;
/** The end of that search. */
const UNTIL_MS = 600_000;
const AT_ONCE = 200;

/**
 * Finds the messages of reports whose carrier spells an id differently than in its answer to the send, and gives these
 * reports the id under which the message is stored.
 */
export async function renameReceipts(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime();
  const window = [new Date(now - UNTIL_MS).toISOString(), new Date(now - AFTER_MS).toISOString()] as const;
  for (const { name, otherIds } of deps.carriers.list.filter((carrier) => carrier.otherIds)) {
    const unmatched = await deps.db.execute<{ id: string }>(template`
      select distinct provider_message_id as id from carrier_receipts
      where provider = ${name} and received_at between ${window[0]}::timestamptz and ${window[1]}::timestamptz
      limit ${AT_ONCE}`);
    if (unmatched.length === 0) continue;
    const forms = unmatched.flatMap(({ id }) => (otherIds?.(id) ?? []).map((form) => ({ id, form })));
    await rename(deps, name, forms);
  }
}

const rename = (deps: Deps, carrier: string, forms: readonly { id: string; form: string }[]) =>
  transact(deps, (tx) =>
    tx.db.execute(template`
      with known as (
        select distinct on (f.id) f.id, r.provider_message_id as own
        from json_to_recordset(${JSON.stringify(forms)}::text::json) as f (id text, form text)
        join (
          select provider, provider_message_id, sent_at from sms_recipients where status in ('sent', 'unknown')
          union all
          select provider, provider_message_id, taken_at from sms_parts
        ) r on r.provider = ${carrier} and r.provider_message_id = f.form
        order by f.id, r.sent_at desc nulls last
      ),
      renamed as (
        delete from carrier_receipts c using known k
        where c.provider = ${carrier} and c.provider_message_id = k.id
        returning c.*, k.own
      )
      insert into carrier_receipts (provider, provider_message_id, reference, outcome, error, code, received_at)
      select provider, own, reference, outcome, error, code, received_at from renamed
      on conflict do nothing`),
  );
