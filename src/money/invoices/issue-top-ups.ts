import { sql as template } from 'drizzle-orm';
import type { InvoiceParty } from '../../../db/enums.ts';
import { invoices } from '../../../db/schema/index.ts';
import { eq } from 'drizzle-orm';
import { transact, type TransactionHost } from '../../platform/events/transact.ts';
import { negate, parseMoney } from '../../platform/kit/money.ts';
import type { Days } from '../accounts/movements.ts';
import { creditWithin } from './credit-within.ts';
import { issueCreditNote, issueInvoice, lockInvoices } from './issue.ts';

const AT_ONCE = 200;

type TopUp = { id: string; user_id: string; amount: string; day: string };
type Reversed = { invoice_id: string; amount: string; day: string };

/** One invoice for each payment that was verified in a month, and a credit note for each that was taken back in it. */
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
      const topUps = await tx.db.execute<TopUp>(template`
        select t.id::text as id, t.user_id::text as user_id, coalesce(t.received_amount, t.amount)::text as amount,
          (t.settled_at at time zone 'UTC')::date::text as day
        from transactions t
        where t.type = 'credit_purchase' and t.status = 'verified' and ${within('t.settled_at')}
          and not exists (select from invoices i where i.transaction_id = t.id)
        order by t.settled_at, t.id limit ${AT_ONCE}`);
      for (const { id, user_id: userId, amount, day } of topUps) {
        const items = [{ item: 'credit', gross: parseMoney(amount) }] as const;
        const facts = { issuer: '', seller, userId, transactionId: id };
        await issueInvoice(tx, { ...facts, items, periodFrom: day, periodTo: day });
      }
      return topUps.length;
    }),
  );
  await inBatches(() =>
    transact(host, async (tx) => {
      await lockInvoices(tx);
      const reversed = await tx.db.execute<Reversed>(template`
        select i.id::text as invoice_id, r.amount::text as amount, (r.decided_at at time zone 'UTC')::date::text as day
        from payment_reversals r join invoices i on i.transaction_id = r.transaction_id and i.kind = 'invoice'
        where ${within('r.decided_at')}
          and not exists (select from invoices n where n.corrects_id = i.id)
        order by r.decided_at, r.id limit ${AT_ONCE}`);
      for (const { invoice_id: id, amount, day } of reversed) {
        const [invoice] = await tx.db.select().from(invoices).where(eq(invoices.id, id));
        if (!invoice) continue;
        const items = await creditWithin(tx.db, invoice, [
          { item: 'credit', gross: negate(parseMoney(amount)) },
        ]);
        if (items.length === 0) continue;
        await issueCreditNote(tx, invoice, { items, periodFrom: day, periodTo: day, reason: 'reversal' });
      }
      return reversed.length;
    }),
  );
}
