import { sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { prepared } from '../../db/prepared.ts';
import type { Deps } from './deps.ts';
import type { Repeating } from '../platform/kit/every.ts';
import { newId } from '../platform/kit/ids.ts';
import { storable, storableIfAny } from '../platform/kit/storable.ts';
import { transact, type Transaction } from '../platform/events/transact.ts';
import type { CarrierCallback, Receipt } from './port.ts';
import { keepUnread } from './unread-reports.ts';
import { takeEachOnce, type Taking, takingOf } from './take-once.ts';

/** What a carrier has told at one time. */
export interface GivenReports {
  provider: string;
  /** Null: it comes over the carrier's own connection. */
  taking: Taking | null;
  receipts: readonly Receipt[];
}

/** A report with its carrier, as the inbox stores it. */
export type GivenReport = Receipt & { provider: string };

/** More than these at one time wait in the inbox, so that no carrier waits long for its answer. */
const MOST_AT_ONCE = 100;

/**
 * Takes a carrier's report: checks that it is genuine and no copy. It is answered once the report is applied, or stored
 * in the inbox.
 * @throws not_found (no such carrier), bad_signature, malformed_request
 */
export async function receiveCallback(
  deps: Deps,
  { name, callback }: { name: string; callback: CarrierCallback },
): Promise<void> {
  const { news, seal, unread } = await deps.carriers.get(name).parseCallback(callback);
  const taking = takingOf(name, 'messages', seal);
  if (unread !== undefined) await keepUnread(deps, { provider: name, text: unread, taking });
  // A carrier that missed our answer repeats the report until it gets one; so a copy, which changes nothing,
  // gets an answer too.
  await take(deps, { provider: name, taking, receipts: news });
}

/** Takes the reports of carriers that send them over their own connections, until it is stopped. */
export function listenForReceipts(deps: Deps): Repeating {
  deps.carriers.each((carrier) => {
    carrier.onReceipts?.(async (receipts, unread) => {
      if (unread !== undefined) await keepUnread(deps, { provider: carrier.name, text: unread, taking: null });
      await take(deps, { provider: carrier.name, taking: null, receipts });
    });
  });
  return {
    stop: async () => {
      await Promise.all(deps.carriers.all.map(async (carrier) => carrier.close?.()));
    },
  };
}

async function take(deps: Deps, given: GivenReports): Promise<void> {
  if (given.receipts.length === 0) return;
  await deps.reports.add(given, given.taking?.digest ?? newId(deps.clock), (group) => takeTogether(deps, group));
}

/** Applies reports in one transaction. What is faulty, or waits for somebody's lock, leaves all of them to the inbox. */
async function takeTogether(deps: Deps, group: readonly GivenReports[]): Promise<void> {
  try {
    if (group.every(({ receipts }) => receipts.length <= MOST_AT_ONCE))
      return await transact(deps, async (tx) => {
        tx.send(giveUpSoon(tx.sql, {}));
        await deps.onReports(tx, await firstOf(tx, group));
      });
  } catch (error) {
    deps.log.warn({ error }, 'reports wait in the inbox');
  }
  await transact(deps, async (tx) => {
    tx.send(store(tx.sql, { reports: JSON.stringify(await firstOf(tx, group)), now: tx.now }));
  });
  deps.signals.receiptsArrived.fire();
}

const giveUpSoon = prepared<Record<never, never>, object>(
  () => template`select set_config('lock_timeout', '1s', true)`,
);

/** Those of a group that are no copies, which are taken with that. */
async function firstOf(tx: Transaction, group: readonly GivenReports[]): Promise<GivenReport[]> {
  const first = await takeEachOnce(
    tx,
    group.flatMap(({ taking }) => taking ?? []),
  );
  return group
    .filter(({ taking }) => taking === null || first.has(taking.digest))
    .flatMap(({ provider, receipts }) => receipts.map((receipt) => ({ provider, ...toRecord(receipt) })));
}

/** The columns of reports that come as a list. */
export const REPORT_COLUMNS = template`provider text, "carrierMessageId" text, reference text, outcome text, "customerWords" text, code text`;

const store = prepared<{ reports: string; now: Date }, object>(
  (p) => template`
  insert into carrier_receipts (provider, provider_message_id, reference, outcome, error, code, received_at)
  select r.provider, r."carrierMessageId", r.reference, r.outcome, r."customerWords", r.code, ${p.now}::timestamptz
  from json_to_recordset(${p.reports}::text::json) as r (${REPORT_COLUMNS})
  -- In one order everywhere, so that bundles that overlap never wait for each other in a circle.
  order by r.provider, r."carrierMessageId", r.outcome
  on conflict do nothing`,
);

/** Our ids are UUIDs; anything else that a carrier sends back is not ours. */
const toRecord = ({ reference, carrierMessageId, outcome, customerWords, code }: Receipt): Receipt => ({
  carrierMessageId: storable(carrierMessageId),
  reference: reference !== undefined && z.uuid().safeParse(reference).success ? reference : undefined,
  outcome,
  customerWords: customerWords === null ? null : storable(customerWords),
  code: storableIfAny(code),
});
