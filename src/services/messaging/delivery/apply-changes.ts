import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import { smsMessages, smsParts } from '../../../../db/schema/index.ts';
import { columnsOf } from '../../../../db/table-rows.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import { storableIfAny, storable } from '../../../platform/kit/storable.ts';
import type { CarrierPrice } from '../../../carriers/port.ts';
import { askLaterSql } from '../../../carriers/prices/questions.ts';
import { keepOutcomes, outcomePrefix, type RouteOutcome } from '../../../carriers/routing/outcomes.ts';
import type { RecipientStatus } from '../contract.ts';
import { noteRefusing } from '../opt-outs/note-refusing.ts';
import { queueReports, type SmppEnd } from '../smpp/queue-deliveries.ts';
import { CANCELLED } from './message-status.ts';
import { lockRecipients, recipientOf } from './recipient-of.ts';
import { type RolledUp, rollUp, storeCounts } from './roll-up.ts';
import { addSendJobSql } from './message-job.ts';
import { recipientFiguresSql } from './recipient-figures.ts';

/** The states of a recipient's row; `sending` is between a claim and its result. */
export type StoredStatus = RecipientStatus | 'sending';

/** One recipient's next state, and the states from which it may come. */
export interface RecipientChange {
  id: string;
  messageId: string;
  to: RecipientStatus;
  /** In any other state the change is too late, and is dropped. */
  from: readonly StoredStatus[];
  /** For the answer to a claim: the change counts only while that claim is the newest. */
  attempt?: number;
  provider?: string;
  carrierMessageId?: string;
  /** One id for each part, if the carrier reports on each part. */
  partIds?: readonly string[] | undefined;
  carrierCost?: Money;
  /** In the carrier's own currency; it becomes pounds by a job. */
  carrierPrice?: CarrierPrice | undefined;
  /** The text for the customer. */
  error?: string;
  /** With `queued`: the earliest time of the next attempt. */
  dueAt?: Date;
  /** With `queued`: this attempt counts towards giving up. */
  setback?: true;
  /** With `queued`: the carrier that refuses it. */
  refusedBy?: string;
  /** Its charge is refunded. */
  refund?: boolean;
}

/** A recipient after a change. */
export interface ChangedRecipient {
  id: string;
  message_id: string;
  number: string;
  was: StoredStatus;
  status: RecipientStatus;
  /** Its charge before the change; refunded if `refund`. */
  was_cost: string;
  /** The reseller's margin of it, before and after. */
  was_margin: string;
  margin: string;
  /** It was earned before because no report came for so long. */
  earned_unheard: boolean;
  refund: boolean;
  cost: string;
  /** The amount that it counts against the spend limits; null: its cost. */
  counted: string | null;
  error: string | null;
  provider: string | null;
  /** If the carrier was chosen for it: which, and where prices are known the row of the carrier's price list. */
  route_to: string | null;
  list_prefix: string | null;
  /** The prefix of the list by which it was sold. */
  price_prefix: string | null;
  was_carrier_cost: string | null;
  carrier_cost: string | null;
  bulk: boolean;
  /** Milliseconds until it is due; zero if it is due now or done. */
  wait: number;
}

/**
 * Applies news about some recipients: their states, their messages' counts and status, refunds, and one event per
 * message. There is at most one change per recipient. Changes that come too late are dropped, so it is safe to apply
 * a change twice or out of order.
 *
 * Lock order: messages by id, their recipients, then (for a refund) the account.
 * @returns the recipients that were changed
 */
export async function applyChanges(tx: Transaction, changes: readonly RecipientChange[]): Promise<ChangedRecipient[]> {
  const ids = [...new Set(changes.map((change) => change.messageId))];
  if (ids.length === 0) return [];
  const messages = (await lockMessages(tx.sql, { ids })).map((row) => ({
    ...messageRow.read(row),
    hasMargin: row['hasMargin'] === true,
  }));
  const cancelled = new Set(messages.filter(({ cancelledAt }) => cancelledAt).map(({ id }) => id));
  const held = new Set(messages.filter(({ heldAt }) => heldAt).map(({ id }) => id));
  const applied = await changeRecipients(
    tx,
    changes
      .map((change) => (cancelled.has(change.messageId) ? stopped(change) : change))
      .map((change) => toRecord(change, held.has(change.messageId))),
  );
  const changed = Map.groupBy(applied, (recipient) => recipient.message_id);
  // In the order of accounts, so that two batches cannot deadlock.
  const rolledUp: RolledUp[] = [];
  for (const message of messages.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const rolled = await rollUp(tx, message, changed.get(message.id) ?? []);
    if (rolled) rolledUp.push(rolled);
  }
  if (rolledUp.length > 0) storeCounts(tx, rolledUp);
  await addRetries(tx, applied);
  await noteRefusing(tx, messages, applied);
  await keepParts(tx, changes, applied);
  keepOutcomes(tx, applied.flatMap(outcomeOf));
  await queueReports(tx, applied.flatMap(endOf));
  return applied;
}

/** Its end at its carrier; empty until the recipient's delivery has ended. */
function outcomeOf({ status, provider, number, price_prefix, ...row }: ChangedRecipient): RouteOutcome[] {
  if (provider === null || (status !== 'delivered' && status !== 'failed')) return [];
  const prefix = outcomePrefix({ number, listPrefix: row.list_prefix, pricePrefix: price_prefix });
  return [{ service: 'sms', carrier: provider, prefix, delivered: status === 'delivered' }];
}

/** The report to a customer's gateway about a recipient; empty until it has ended. */
const endOf = ({ message_id: messageId, number, status, error }: ChangedRecipient): SmppEnd[] =>
  status === 'delivered' || status === 'failed' || status === 'opted_out'
    ? [{ messageId, number, status: error === CANCELLED ? 'cancelled' : status }]
    : [];

const messageRow = columnsOf(smsMessages);

/** Recipients bought from us directly have no reseller's margin. */
const lockMessages = prepared<{ ids: readonly string[] }, Record<string, unknown>>(
  (p) => template`
    select ${messageRow.list}, exists (select from margins g where g.transaction_id = m.transaction_id) as "hasMargin"
    from sms_messages m where id = any(${p.ids}::uuid[]) order by id for update`,
);

/** A recipient that a carrier gives back after its message was cancelled is not sent again. */
const stopped = ({ dueAt, refusedBy, ...change }: RecipientChange): RecipientChange =>
  change.to === 'queued'
    ? { ...change, to: 'failed', error: CANCELLED, refund: true }
    : { ...change, dueAt, refusedBy };

/** The message's job sends recipients that return to the queue, as soon as the first is due. */
async function addRetries(tx: Transaction, applied: readonly ChangedRecipient[]): Promise<void> {
  const queued = applied.filter(({ status }) => status === 'queued');
  if (queued.length === 0) return;
  const retries = [...Map.groupBy(queued, (recipient) => recipient.message_id)].map(([message, recipients]) => ({
    message,
    bulk: recipients.some(({ bulk }) => bulk),
    wait: Math.min(...recipients.map(({ wait }) => wait)),
  }));
  const job = addSendJobSql({
    messageId: template`r.message`,
    bulk: template`r.bulk`,
    delay: template`r.wait * interval '1 millisecond'`,
  });
  await tx.db.execute(template`
    select ${job}
    from json_to_recordset(${JSON.stringify(retries)}::text::json) as r (message uuid, bulk boolean, wait float8)`);
}

async function changeRecipients(
  tx: Transaction,
  changes: readonly ReturnType<typeof toRecord>[],
): Promise<ChangedRecipient[]> {
  const list = JSON.stringify(changes);
  tx.send(lockRecipients(tx.sql, { list }));
  return writeChanges(tx.sql, { list, now: tx.now });
}

const writeChanges = prepared<{ list: string; now: Date }, ChangedRecipient>((p) => {
  const now = template`${p.now}::timestamptz`;
  return template`
    with changed as (update sms_recipients r set
      status = c.to_status,
      provider = case when c.to_status in ('queued', 'held', 'opted_out') then null else coalesce(c.provider, r.provider) end,
      provider_message_id = coalesce(c.provider_message_id, r.provider_message_id),
      -- What is refunded costs us nothing, as far as is known: a carrier that charges for it says so later.
      carrier_cost = case when not c.refund then coalesce(c.carrier_cost, r.carrier_cost) end,
      error = c.error,
      cost = case when c.refund then 0 else r.cost end,
      margin = case when c.refund and r.margin is not null then 0 else r.margin end,
      due_at = coalesce(c.due_at, r.due_at),
      refused_by = case when c.refused_by is null then r.refused_by else r.refused_by || c.refused_by end,
      route_to = case when c.to_status not in ('queued', 'held') then r.route_to end,
      setbacks = r.setbacks + case when c.setback then 1 else 0 end,
      claimed_until = case c.to_status when 'unknown' then r.claimed_until end,
      sent_at = case when c.to_status in ('sent', 'delivered') then coalesce(r.sent_at, ${now}) else r.sent_at end,
      settled_at = case when c.to_status in ('delivered', 'failed', 'opted_out') then ${now} end
    from (
      select c.*, o.tid, case o.status when 'held' then 'queued' else o.status end as was, o.cost as was_cost,
        coalesce(o.margin, 0) as was_margin, o.carrier_cost as was_carrier_cost, o.provider as was_provider,
        case when o.route_to = o.provider then o.route_cost end as was_list_cost,
        case when o.route_to = o.provider then o.route_prefix end as was_list_prefix
      from json_to_recordset(${p.list}::text::json) as c (id uuid,
        message_id uuid, to_status text, from_states text, attempt integer, provider text,
        provider_message_id text, carrier_cost numeric, said_price text, said_currency text, error text, due_at timestamptz,
        refused_by text, refund boolean, setback boolean)
      cross join ${recipientOf(template`c`)} o
      where case o.status when 'held' then 'queued' else o.status end = any(string_to_array(c.from_states, ','))
        and (c.attempt is null or c.attempt = o.attempts)
    ) c
    where r.ctid = c.tid
    returning r.id, r.message_id, r.number, c.was, case r.status when 'held' then 'queued' else r.status end as status,
      c.was_cost, c.was_margin, c.was_provider, c.was_carrier_cost, c.was_list_cost,
      c.was_list_prefix, c.said_price, c.said_currency, c.refund, r.cost, r.counted,
      coalesce(r.margin, 0) as margin, r.earned_unheard_at is not null as earned_unheard, r.error, r.provider, r.provider_message_id, r.route_to,
      r.price_prefix, r.carrier_cost, r.bulk,
      case when r.route_to = r.provider then r.route_cost end as list_cost,
      case when r.route_to = r.provider then r.route_prefix end as list_prefix,
      greatest(0, extract(epoch from r.due_at - ${now}) * 1000)::float8 as wait
    ),
    figured as (${recipientFiguresSql(template`changed`)}),
    priced_later as (${askLaterSql(
      'sms',
      template`
      select id as unit_id, message_id, provider as carrier, provider_message_id as carrier_unit_id, said_price,
        said_currency from changed
      where status in ('sent', 'delivered', 'failed') and carrier_cost is null`,
      now,
    )})
    select * from changed`;
});

/** @param held the account is suspended: the recipient waits and is not sent; only this file and the hold see this */
const toRecord = (change: RecipientChange, held: boolean) => ({
  id: change.id,
  message_id: change.messageId,
  to_status: held && change.to === 'queued' ? 'held' : change.to,
  from_states: change.from.join(','),
  attempt: change.attempt,
  provider: change.provider,
  // Some gateways send no id at all.
  provider_message_id: storableIfAny(change.carrierMessageId) || undefined,
  carrier_cost: change.carrierCost === undefined ? undefined : formatMoney(change.carrierCost, 4),
  said_price: change.carrierPrice?.amount,
  said_currency: change.carrierPrice?.currency,
  error: storableIfAny(change.error),
  due_at: change.dueAt,
  refused_by: change.refusedBy,
  refund: change.refund ?? false,
  setback: change.setback ?? false,
});

/** Stores the ids of parts that a carrier accepted and reports on one by one. */
async function keepParts(
  tx: Transaction,
  changes: readonly RecipientChange[],
  applied: readonly ChangedRecipient[],
): Promise<void> {
  const changed = new Set(applied.map(({ id }) => id));
  const parts = changes.flatMap(({ id, messageId, provider, partIds }) =>
    provider && partIds && changed.has(id)
      ? partIds.map((partId, index) => ({
          recipientId: id,
          messageId,
          place: index + 1,
          provider,
          carrierMessageId: storable(partId),
          takenAt: tx.now,
        }))
      : [],
  );
  if (parts.length > 0) await tx.db.insert(smsParts).values(parts).onConflictDoNothing();
}
