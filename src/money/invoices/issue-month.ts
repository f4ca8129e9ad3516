import { and, asc, eq, gt, inArray, isNull, notExists, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { InvoiceItem, InvoiceParty } from '../../../db/enums.ts';
import { invoices, users } from '../../../db/schema/index.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { DAY_MS, HOUR_MS } from '../../platform/kit/durations.ts';
import { add, type Money, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { startOfMonth } from '../../platform/kit/utc-month.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';
import type { Days } from '../accounts/movements.ts';
import { daysOfMonth } from '../accounts/read-books.ts';
import type { Deps } from '../deps.ts';
import { creditWithin } from './credit-within.ts';
import { issueTopUps } from './issue-top-ups.ts';
import { issueCreditNote, issueInvoice, lockInvoices } from './issue.ts';
import { readCompany, readReseller } from './parties.ts';

export const ISSUE_INVOICES_MS = HOUR_MS;

/** How many accounts one transaction invoices. */
const AT_ONCE = 200;
const NOBODY = '00000000-0000-0000-0000-000000000000';

type Host = Pick<Deps, 'db' | 'clock' | 'bus'>;

/**
 * Issues the invoices of the last month, from a day after its end. What was issued is not issued again, so that a run that
 * was stopped, by the end of the process or by switching invoices off, goes on with the next one.
 */
export async function issueInvoices(deps: Host): Promise<void> {
  const now = deps.clock.now();
  if (now.getTime() < startOfMonth(now).getTime() + DAY_MS) return;
  const days = daysOfMonth(startOfMonth(now, -1).toISOString().slice(0, 7));
  const issuedOver = async () => (await readSettings(deps.db, now, 'invoices_over')).of('invoices_over') ?? 'off';
  const over = await issuedOver();
  if (over === 'off') return;
  const company = await readCompany(deps.db, now);
  if (company && over === 'top_up') await issueTopUps(deps, company, days);
  let after: string | null = NOBODY;
  while (after !== null && (await issuedOver()) === over) {
    const from: string = after;
    after = await transact(deps, (tx) =>
      issueSome(tx, { company: over === 'usage' ? company : null, days, after: from }),
    );
  }
}

interface Some {
  /** Null: only resellers' invoices to their customers. */
  company: InvoiceParty | null;
  days: Days;
  after: string;
}

/** Invoices the next accounts. @returns the last one's id; null where there are no more */
async function issueSome(tx: Transaction, { company, days, after }: Some): Promise<string | null> {
  await lockInvoices(tx);
  const ofMonth = eq(invoices.periodFrom, days.from);
  const invoiced = tx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.userId, users.id), ofMonth, eq(invoices.kind, 'invoice'), isNull(invoices.transactionId)));
  const accounts = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, after), notExists(invoiced)))
    .orderBy(asc(users.id))
    .limit(AT_ONCE);
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return null;
  const usage = await readUsage(tx.db, ids, days);
  const done = await tx.db
    .select({ userId: invoices.userId, correctsId: invoices.correctsId })
    .from(invoices)
    .where(and(inArray(invoices.userId, ids), ofMonth));
  const sellers = new Map<string, InvoiceParty | null>();
  for (const [userId, used] of Map.groupBy(usage, (each) => each.userId)) {
    const issuer = used[0]?.resellerId ?? '';
    if (!sellers.has(issuer)) sellers.set(issuer, issuer ? await readReseller(tx.db, issuer) : company);
    const seller = sellers.get(issuer);
    if (!seller) continue;
    const own = done.filter((each) => each.userId === userId);
    for (const [charged, items] of Map.groupBy(used, (each) => each.charged)) {
      if (charged !== days.from) await giveBack(tx, { issuer, userId, charged, items, days, own });
      else if (sumOf(items) > ZERO)
        await issueInvoice(tx, { issuer, seller, userId, items, periodFrom: days.from, periodTo: days.to });
    }
  }
  return ids.length < AT_ONCE ? null : (ids.at(-1) ?? null);
}

const sumOf = (items: readonly Usage[]) => items.reduce((sum, { gross }) => add(sum, gross), ZERO);

interface GivenBack {
  issuer: string;
  userId: string;
  /** The first day of the month of the charges. */
  charged: string;
  items: readonly Usage[];
  days: Days;
  own: readonly { correctsId: string | null }[];
}

/** A credit note for charges of an earlier month that were refunded in this one; none where they were not invoiced. */
async function giveBack(tx: Transaction, { issuer, userId, charged, items, days, own }: GivenBack) {
  const [invoice] = await tx.db
    .select()
    .from(invoices)
    .where(
      and(
        ...[eq(invoices.issuer, issuer), eq(invoices.userId, userId), eq(invoices.periodFrom, charged)],
        ...[eq(invoices.kind, 'invoice'), template`${invoices.transactionId} is null`],
      ),
    );
  if (!invoice || own.some(({ correctsId }) => correctsId === invoice.id)) return;
  const given = await creditWithin(tx.db, invoice, items);
  if (given.length === 0) return;
  const period = { periodFrom: days.from, periodTo: days.to };
  await issueCreditNote(tx, invoice, { ...period, items: given, reason: 'refunds' });
}

/** The usage of an account in a month, by the month of the charge: a refund belongs to its charge's invoice. */
interface Usage {
  userId: string;
  /** The reseller's id where the account is a reseller's customer. */
  resellerId: string | null;
  /** The first day of the month of the charges. */
  charged: string;
  item: InvoiceItem;
  /** With the VAT in it, less refunds; below zero for charges of earlier months that were refunded in this one. */
  gross: Money;
}

/**
 * Reads what some accounts used. A reseller buys of us what their customers use too, at the customers' prices less the
 * margins that were earned.
 */
async function readUsage(db: Queryable, userIds: readonly string[], { from, to }: Days): Promise<Usage[]> {
  const rows = await db.execute<Omit<Usage, 'gross'> & { gross: string }>(template`
    with span as (select ${from}::timestamp at time zone 'UTC' as start,
      (${to}::timestamp + interval '1 day') at time zone 'UTC' as ending),
    payer as (
      select u.id, u.reseller_id, u.id as used_by from users u
      where u.id in (${template.join(
        userIds.map((id) => template`${id}::uuid`),
        template`, `,
      )})
      union all
      select u.reseller_id, null, u.id from users u
      where u.reseller_id in (${template.join(
        userIds.map((id) => template`${id}::uuid`),
        template`, `,
      )})
    ),
    used as (
      select y.id, y.reseller_id, y.id <> y.used_by as by_customer, coalesce(c.type, t.type) as type,
        date_trunc('month', coalesce(c.settled_at, c.created_at, t.settled_at, t.created_at) at time zone 'UTC')::date
          as charged,
        case t.type when 'refund' then -t.amount else t.amount end as amount
      from span, payer y join transactions t on t.user_id = y.used_by
      left join transactions c on c.id = t.refunds_transaction_id
      where t.status in ('verified', 'completed') and coalesce(t.settled_at, t.created_at) >= span.start
        and coalesce(t.settled_at, t.created_at) < span.ending
        and t.type in ('sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package', 'other',
          'refund')
      union all
      select y.id, y.reseller_id, true, '', ${from}::date, -m.amount
      from span, payer y join transactions t on t.user_id = y.used_by
      join margin_earnings m on m.transaction_id = t.id and m.reseller_id = y.id
      where y.id <> y.used_by and m.created_at >= span.start and m.created_at < span.ending
    )
    select id::text as "userId", reseller_id::text as "resellerId", charged::text as charged,
      case when by_customer then 'customers' else case type
        when 'sms_charge' then 'messages' when 'voice_charge' then 'calls' when 'did_purchase' then 'numbers'
        when 'voice_package' then 'trunks' when 'reseller_package' then 'reseller_package' else 'other' end end as item,
      sum(amount)::numeric(12, 2)::text as gross
    from used group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 3, 4`);
  return rows.map(({ gross, ...row }) => ({ ...row, gross: parseMoney(gross) }));
}
