import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../../db/prepared.ts';
import type { RouteReason } from '../../../../db/enums.ts';
import type { Preference } from '../../../carriers/preference.ts';
import { orderRoutes } from '../../../carriers/routing/order-routes.ts';
import { outcomesSql } from '../../../carriers/routing/outcomes.ts';
import { carriesSender, planFor } from '../../../carriers/routing/traffic-rules.ts';
import { REASONS } from '../../../shared/reasons.ts';
import {
  type CarrierCost,
  carrierCostByNetworkSql,
  costDecksSql,
  costJsonSql,
  type CostRow,
  messageCost,
  networkSql,
  readCost,
} from '../../../money/pricing/carrier-costs.ts';
import { carriersSql, mayCarrySql } from '../../../money/pricing/carrier-destinations.ts';
import { countParts } from '../../../shared/parts.ts';
import { termsSql, FLAT_SMS } from '../../../money/pricing/price-sql.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import { applyChanges } from './apply-changes.ts';
import type { Lane } from './claim.ts';
import { recipientOf } from './recipient-of.ts';

/** How many recipients get a carrier in one step. */
const AT_ONCE = 500;
/**
 * The customer's text for a recipient that no carrier sends for the price paid, and for one that all of them refused.
 */
const NOT_SOLD = 'This destination is not currently sold';
const REFUSED = 'No carrier takes this number';

/** A recipient that waits for a carrier. */
interface Waiting {
  id: string;
  message_id: string;
  number: string;
  text: string;
  /** It gets the message's picture itself. */
  mms: boolean;
  /** Our earnings from it: its charge minus a reseller's margin. */
  earned: string;
  refused_by: string[];
  sender_id: string;
  urgency: number;
  /** The account's price list may be sold below cost. */
  below_cost: boolean;
  costs: (CostRow & { outcomes: string })[] | null;
  /** The carriers that may be given its number. */
  allowed: string[] | null;
}

/** The carrier that is chosen for a recipient. */
interface Chosen {
  carrier: string;
  by: RouteReason;
  /** By its price list, and the list's row; null where no prices are known. */
  price: { cost: Money; prefix: string } | null;
}

/**
 * Chooses a carrier for each due recipient of a lane that has none, or whose carrier refused it, is not healthy or gets nothing any more: of
 * the carriers that may be given its number and whose price the payment covers, the first in the operator's order and by
 * the carriers' shares. If there is none, the recipient fails and is refunded: nothing is sent below cost, whatever has changed since it was accepted.
 * @returns whether there may be more
 */
export async function routeQueued(deps: Deps, lane: Lane, choice: Preference): Promise<boolean> {
  const { waiting, unsold } = await transact(deps, async (tx) => {
    const found = await selectWaiting(tx, deps, lane, choice);
    const chosen = found.map((recipient) => ({ recipient, to: choose(recipient, choice) }));
    await storeChosen(
      tx,
      chosen.flatMap(({ recipient, to }) => (to ? [{ ...recipient, to }] : [])),
    );
    return { waiting: found.length, unsold: chosen.flatMap(({ recipient, to }) => (to ? [] : [recipient])) };
  });
  // In a separate transaction, because that one locks the message before its recipients.
  if (unsold.length > 0) {
    await transact(deps, (tx) =>
      applyChanges(
        tx,
        unsold.map(({ id, message_id: messageId, refused_by: refusedBy, sender_id: sender }) => ({
          ...{ id, messageId, to: 'failed', from: ['queued'], refund: true },
          error: refusedBy.length > 0 ? REFUSED : isOfNobody(choice, sender) ? REASONS.sender_refused : NOT_SOLD,
        })),
      ),
    );
  }
  return waiting === AT_ONCE;
}

/** Tells whether no carrier carries a sender, whatever the destination. */
const isOfNobody = ({ carriers, rules }: Preference, sender: string): boolean =>
  carriers.every(({ name }) => !carriesSender(rules, name, sender));

/** The first carrier that may have it; undefined if there is none. */
function choose(recipient: Waiting, { carriers, down, busy, order, rules }: Preference): Chosen | undefined {
  const all = order === null ? unpriced(recipient) : priced(recipient);
  const candidates = all.filter(
    ({ carrier }) => !recipient.refused_by.includes(carrier) && carriesSender(rules, carrier, recipient.sender_id),
  );
  const tooBusy = recipient.urgency < 2 ? busy.forSingle : busy.forAll;
  const ready = candidates.filter(({ carrier }) => !tooBusy.has(carrier));
  const [first] = orderRoutes(ready.length > 0 ? ready : candidates, {
    ...{ by: order ?? 'fixed', down, shares: rules.shares, plan: planFor(rules, recipient.number), id: recipient.id },
    preferred: carriers.map(({ name }) => name),
  });
  return first;
}

function priced(recipient: Waiting) {
  const earned = parseMoney(recipient.earned);
  return (recipient.costs ?? [])
    .map((row) => ({ ...toCandidate(readCost(row), recipient), outcomes: row.outcomes }))
    .filter(({ cost }) => recipient.below_cost || cost <= earned);
}

function toCandidate(found: CarrierCost, { text, mms }: Waiting) {
  const { carrier, counting, prefix, terms } = found;
  const cost = mms ? terms.fee : messageCost(found, countParts(text, counting).parts);
  // A list without a price for pictures says nothing of what one costs.
  return { carrier, cost, price: mms && cost === ZERO ? null : { cost, prefix } };
}

const unpriced = ({ allowed }: Waiting) =>
  (allowed ?? []).map((carrier) => ({ carrier, cost: ZERO, outcomes: '', price: null }));

/** Carriers are separated by commas; `messageId` is of a lane of its own. */
type WaitingParameters = Record<
  'now' | 'messageId' | 'carriers' | 'down' | 'busyForAll' | 'busyForSingle',
  string | Date | null
>;

const waitingOf = (lane: (p: Placeholders<WaitingParameters>) => SQL) =>
  prepared<WaitingParameters, Waiting>((p) => waitingSql(p, lane(p)));
const waitingOfFew = waitingOf(() => template`not bulk`);
const waitingOfMessage = waitingOf((p) => template`bulk and message_id = ${p.messageId}::uuid`);

/** Its plan takes 10 ms, longer than the answer for a few recipients, which PostgreSQL does not see. */
const planForAll = prepared<Record<never, never>, never>(
  () => template`set local plan_cache_mode to force_generic_plan`,
);

async function selectWaiting(
  tx: Transaction,
  { carriers }: Deps,
  lane: Lane,
  { down, busy }: Preference,
): Promise<Waiting[]> {
  tx.send(planForAll(tx.sql, {}));
  const listed = (names: Iterable<string>) => [...names].join(',');
  return (lane === 'few' ? waitingOfFew : waitingOfMessage)(tx.sql, {
    ...{ now: tx.now, messageId: lane === 'few' ? null : lane.messageId, carriers: listed(carriers.names) },
    ...{ down: listed(down), busyForAll: listed(busy.forAll), busyForSingle: listed(busy.forSingle) },
  });
}

function waitingSql(p: Placeholders<WaitingParameters>, lane: SQL): SQL {
  const isOneOf = (names: Placeholder) => template`route_to = any(string_to_array(${names}::text, ','))`;
  const now = template`${p.now}::timestamptz`;
  const names = template`${p.carriers}::text`;
  const digits = template`substr(w.number, 2)`;
  return template`
    with costs as materialized (${costDecksSql({ service: 'sms', carriers: names, now })}),
    carriers as materialized (${carriersSql(names, now)}),
    picked as materialized (
      select message_id, id from sms_recipients
      where status = 'queued' and ${lane} and due_at <= ${now}
        and (route_to is null or route_to = any(refused_by) or route_to <> all(string_to_array(${names}, ','))
          or ${isOneOf(p.down)} or ${isOneOf(p.busyForAll)} or (urgency < 2 and ${isOneOf(p.busyForSingle)}))
      order by due_at, id limit ${template.raw(String(AT_ONCE))} for update skip locked
    ),
    waiting as materialized (
      select r.id, r.message_id, r.number, r.refused_by, r.urgency, r.mms, coalesce(r.text, m.message) as text, m.user_id, m.sender_id,
        r.cost - coalesce(r.margin, 0) as earned, ${networkSql(template`r.number`)} as network
      from picked join sms_recipients r using (message_id, id) join sms_messages m on m.id = r.message_id
    ),
    payers as materialized (
      select p.user_id, coalesce(own.below_cost, false) as below_cost
      from (select distinct user_id from waiting) p
      cross join lateral (${termsSql({ userId: template`p.user_id`, service: 'sms', flat: FLAT_SMS, now })}) d
      left join rate_decks own on own.id = d.own_deck
    )
    select w.id, w.message_id, w.number, w.sender_id, w.text, w.mms, w.earned::numeric(12, 4)::text as earned, w.refused_by, w.urgency, y.below_cost,
      (select json_agg(${costJsonSql(template`a`)}::jsonb || jsonb_build_object('outcomes',
          ${outcomesSql('sms', template`a.carrier`, template`a.prefix`)}))
        from costs c cross join lateral (
          ${carrierCostByNetworkSql(template`c`, digits, template`w.network`, now)}) a) as costs,
      (select json_agg(c.carrier) from carriers c where ${mayCarrySql(template`c.destinations`, digits)}) as allowed
    from waiting w join payers y using (user_id)`;
}

async function storeChosen(tx: Transaction, chosen: readonly (Waiting & { to: Chosen })[]): Promise<void> {
  if (chosen.length === 0) return;
  const rows = chosen.map(({ id, message_id, to }) => ({
    ...{ id, message_id, carrier: to.carrier, by: to.by, prefix: to.price?.prefix },
    cost: to.price && formatMoney(to.price.cost, 4),
  }));
  await tx.db.execute(template`
    update sms_recipients r set route_to = g.carrier, route_by = g.by, route_cost = g.cost, route_prefix = g.prefix
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as g (id uuid, message_id uuid, carrier text, by text,
      prefix text, cost numeric)
    cross join ${recipientOf(template`g`)} o
    where r.ctid = o.tid and o.route_to is distinct from g.carrier`);
}
