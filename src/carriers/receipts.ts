import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { prepared } from '../../db/prepared.ts';
import type { Deps } from './deps.ts';
import type { Repeating } from '../platform/kit/every.ts';
import { storable, storableIfAny } from '../platform/kit/storable.ts';
import type { CarrierCallback, Receipt } from './port.ts';
import { keepUnread } from './unread-reports.ts';
import { takeSql, type Taking, takingOf } from './take-once.ts';

/**
 * Takes a carrier's report: checks that it is genuine and no copy, and stores it in the inbox, so that the
 * carrier gets its answer at once. Its effect on the message is determined after that.
 * @throws not_found (no such carrier), bad_signature, malformed_request
 */
export async function receiveCallback(
  deps: Deps,
  { name, callback }: { name: string; callback: CarrierCallback },
): Promise<void> {
  const { news, seal, unread } = await deps.carriers.get(name).parseCallback(callback);
  const taking = takingOf(name, 'messages', seal);
  if (unread !== undefined) await keepUnread(deps, { provider: name, text: unread, taking });
  if (news.length === 0) return;
  const [taken] = await storeOnce(deps.sql, { ...taking, ...stored(deps, name, news) });
  // A carrier that missed our answer repeats the report until it gets one; so a copy, which changes nothing,
  // gets an answer too.
  if (!taken?.first) return;
  deps.signals.receiptsArrived.fire();
}

/** Takes the reports of carriers that send them over their own connections, until it is stopped. */
export function listenForReceipts(deps: Deps): Repeating {
  deps.carriers.each((carrier) => {
    carrier.onReceipts?.(async (receipts, unread) => {
      if (unread !== undefined) await keepUnread(deps, { provider: carrier.name, text: unread, taking: null });
      await storeReceipts(deps, carrier.name, receipts);
    });
  });
  return {
    stop: async () => {
      await Promise.all(deps.carriers.all.map(async (carrier) => carrier.close?.()));
    },
  };
}

async function storeReceipts(deps: Deps, provider: string, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await store(deps.sql, stored(deps, provider, receipts));
  deps.signals.receiptsArrived.fire();
}

const stored = ({ clock }: Deps, provider: string, receipts: readonly Receipt[]): StoreParameters => ({
  provider,
  now: clock.now(),
  receipts: JSON.stringify(receipts.map(toRecord)),
});

type StoreParameters = { provider: string; receipts: string; now: Date };

const storeSql = (p: { [Name in keyof StoreParameters]: Placeholder }, taken: SQL): SQL => template`
  insert into carrier_receipts (provider, provider_message_id, reference, outcome, error, code, received_at)
  select ${p.provider}, r."carrierMessageId", r.reference, r.outcome, r."customerWords", r.code,
    ${p.now}::timestamptz
  from json_to_recordset(${p.receipts}::text::json)
    as r("carrierMessageId" text, reference text, outcome text, "customerWords" text, code text)
  where ${taken}
  -- In one order everywhere, so that bundles that overlap never wait for each other in a circle.
  order by r."carrierMessageId", r.outcome
  on conflict do nothing`;

const store = prepared<StoreParameters, object>((p) => storeSql(p, template`true`));

const storeOnce = prepared<StoreParameters & Taking, { first: boolean }>(
  (p) => template`
    with first as (${takeSql(p)}),
    stored as (${storeSql(p, template`exists (select from first)`)})
    select exists (select from first) as first`,
);

/** Our ids are UUIDs; anything else that a carrier sends back is not ours. */
const toRecord = ({ reference, carrierMessageId, outcome, customerWords, code }: Receipt): Receipt => ({
  carrierMessageId: storable(carrierMessageId),
  reference: reference !== undefined && z.uuid().safeParse(reference).success ? reference : undefined,
  outcome,
  customerWords: customerWords === null ? null : storable(customerWords),
  code: storableIfAny(code),
});
