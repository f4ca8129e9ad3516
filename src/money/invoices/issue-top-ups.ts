import { sql as template, eq } from 'drizzle-orm';
import type { InvoiceItem, InvoiceParty } from '../../../db/enums.ts';
import { invoices } from '../../../db/schema/index.ts';
import { transact, type TransactionHost } from '../../platform/events/transact.ts';
import { negate, parseMoney, ZERO } from '../../platform/kit/money.ts';
import type { Days } from '../accounts/movements.ts';
import { creditWithin } from './credit-within.ts';
import { issueCreditNote, issueInvoice, lockInvoices } from './issue.ts';

const AT_ONCE = 200;

type Paid = Record<'id' | 'user_id' | 'price' | 'surplus' | 'day', string> & { item: InvoiceItem; reference: string };
type Reversed = { invoice_id: string; amount: string; day: string };

/**
 * One invoice for each payment that was verified in a month, of credit or of an order, and a credit note for what was taken
 * back of it in the month. What arrived above an order's price is credit.
 */
export async function issueTopUps(host: TransactionHost, seller: InvoiceParty, days: Days): Promise<void> {
  const within = (at: string) => template`
    ${template.raw(at)} >= ${days.from}::timestamp at time zone 'UTC'
    and ${template.raw(at)} < (${days.to}::timestamp + interval '1 day') at time zone 'UTC'`;
  const inBatches = async (step: () => Promise<number>) => {
    while ((await step()) === AT_ONCE);
  };
  await inBatches(() =>
    transact(host, async (tx) => {
      await lockInvoices(tx);
      const topUps = await tx.db.execute<Paid>(template`
        select t.id::text as id, t.user_id::text as user_id, case t.type when 'credit_purchase' then 'credit'
            when 'voice_package' then 'trunks' else 'reseller_package' end as item,
          case t.type when 'credit_purchase' then paid.amount else least(paid.amount, t.amount) end::text as price,
          case t.type when 'credit_purchase' then 0 else greatest(paid.amount - t.amount, 0) end::text as surplus,
          t.description as reference, (t.settled_at at time zone 'UTC')::date::text as day
        from transactions t, lateral (select coalesce(t.received_amount, t.amount) as amount) paid
        where t.type in ('credit_purchase', 'voice_package', 'reseller_package') and t.status = 'verified' and ${within('t.settled_at')}
          and not exists (select from invoices i where i.transaction_id = t.id)
        order by t.settled_at, t.id limit ${AT_ONCE}`);
      for (const { id, user_id: userId, item, price, surplus, reference, day } of topUps) {
        const parts = [{ item, gross: parseMoney(price) }, { item: 'credit', gross: parseMoney(surplus) } as const];
        const items = parts.filter(({ gross }) => gross > ZERO);
        const facts = { issuer: '', seller, userId, transactionId: id, reference };
        await issueInvoice(tx, { ...facts, items, periodFrom: day, periodTo: day });
      }
      return topUps.length;
    }),
  );
  await inBatches(() =>
    transact(host, async (tx) => {
      await lockInvoices(tx);
      const reversed = await tx.db.execute<Reversed>(template`
        select i.id::text as invoice_id, (r.amount - n.amount)::text as amount, r.day::text as day
        from (
          select transaction_id, sum(amount) as amount, (max(decided_at) at time zone 'UTC')::date as day
          from payment_reversals r where exists (select from payment_reversals m
              where m.transaction_id = r.transaction_id and ${within('m.decided_at')})
            and r.decided_at < (${days.to}::timestamp + interval '1 day') at time zone 'UTC'
          group by 1
        ) r
        join invoices i on i.transaction_id = r.transaction_id and i.kind = 'invoice'
        cross join lateral (select coalesce(sum(gross), 0) as amount from invoices c where c.corrects_id = i.id) n
        where r.amount > n.amount and n.amount < i.gross
        order by r.day, i.id limit ${AT_ONCE}`);
      for (const { invoice_id: id, amount, day } of reversed) {
        const [invoice] = await tx.db.select().from(invoices).where(eq(invoices.id, id));
        if (!invoice) continue;
        const items = await creditWithin(tx.db, invoice, [
          { item: invoice.lines[0]?.item ?? 'credit', gross: negate(parseMoney(amount)) },
        ]);
        if (items.length === 0) continue;
        await issueCreditNote(tx, invoice, { items, periodFrom: day, periodTo: day, reason: 'reversal' });
      }
      return reversed.length;
    }),
  );
}
