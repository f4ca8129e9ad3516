import { eq, sql as template } from 'drizzle-orm';
import type { InvoiceItem, InvoiceParty } from '../../../db/enums.ts';
import { billingDetails, invoiceRanges, invoices } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, type Money } from '../../platform/kit/money.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { firstOpenDay } from '../accounts/read-books.ts';
import { decideVat, taxed, type Vat } from './decide-vat.ts';
import { readBuyer } from './parties.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

/** One invoice or credit note at a time, in all processes: what was issued before is seen, and numbers follow each other. */
export const lockInvoices = async (tx: Transaction): Promise<void> => {
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtext('invoices'), 0)`);
};

interface ToIssue {
  issuer: string;
  seller: InvoiceParty;
  userId: string;
  items: readonly { item: InvoiceItem; gross: Money }[];
  periodFrom: string;
  periodTo: string;
  transactionId?: string;
  /** The customer's own words for the payment that it is about. */
  reference?: string;
}

/** Issues an invoice over what items cost with VAT. The caller has locked invoices, and knows that there is none yet. */
export async function issueInvoice(tx: Transaction, wanted: ToIssue): Promise<InvoiceRow | null> {
  const buyer = await readBuyer(tx.db, wanted.userId);
  if (!buyer) return null;
  const { isBusiness, language, hasValidNumber } = buyer;
  const { items, reference, ...facts } = wanted;
  const party = reference ? { ...buyer.party, reference } : buyer.party;
  const vat = decideVat({
    seller: wanted.seller,
    buyer: { ...party, isBusiness, hasValidNumber },
    day: wanted.periodTo,
  });
  return store(tx, { ...facts, kind: 'invoice', buyer: party, language: language ?? 'en' }, items, vat);
}

/** Issues a credit note: parts of an invoice are given back as it was taxed. */
export async function issueCreditNote(
  tx: Transaction,
  invoice: InvoiceRow,
  wanted: Pick<ToIssue, 'items' | 'periodFrom' | 'periodTo'> & { reason: string },
): Promise<InvoiceRow> {
  const { issuer, seller, buyer, userId, language, treatment, vatRate, vatSource } = invoice;
  const { items, ...facts } = wanted;
  return store(
    tx,
    { ...facts, kind: 'credit_note', issuer, seller, buyer, userId, language, correctsId: invoice.id },
    items,
    { treatment, rate: vatRate, source: vatSource },
  );
}

type Facts = Pick<
  typeof invoices.$inferInsert,
  | 'kind'
  | 'issuer'
  | 'seller'
  | 'buyer'
  | 'userId'
  | 'language'
  | 'periodFrom'
  | 'periodTo'
  | 'correctsId'
  | 'reason'
  | 'transactionId'
>;

async function store(
  tx: Transaction,
  facts: Facts,
  items: ToIssue['items'],
  { treatment, rate, source }: Vat,
): Promise<InvoiceRow> {
  const { kind } = facts;
  const year = tx.now.getUTCFullYear();
  const sequence = await nextNumber(tx, { issuer: facts.issuer, kind, year });
  const today = tx.now.toISOString().slice(0, 10);
  const open = await firstOpenDay(tx.db);
  const number = `${kind === 'credit_note' ? 'CN-' : ''}${year}-${String(sequence).padStart(6, '0')}`;
  const [issued] = await tx.db
    .insert(invoices)
    .values({
      ...{ ...facts, ...taxed(items, rate) },
      ...{ id: newId(tx.clock), year, sequence, number, issuedAt: tx.now },
      bookedOn: open !== null && facts.periodTo < open ? today : facts.periodTo,
      ...{ treatment, vatRate: rate, vatSource: source },
    })
    .returning();
  if (!issued) throw new Error('an insert returned no row');
  await writeToBuyer(tx, issued);
  return issued;
}

/** A letter with the PDF, where the customer wants one: it is written with the invoice, and so once. */
async function writeToBuyer(tx: Transaction, { id, kind, userId, number, gross, seller }: InvoiceRow): Promise<void> {
  const [wants] = await tx.db
    .select({ byMail: billingDetails.byMail })
    .from(billingDetails)
    .where(eq(billingDetails.userId, userId));
  const facts = { invoiceId: id, what: kind, number, amount: formatMoney(gross), seller: seller.name };
  if (wants?.byMail) await writeMail(tx, userId, { kind: 'invoice_issued', ...facts });
}

/** Takes the next number of a range; it is given back with the transaction, so that none is missing. */
async function nextNumber(
  tx: Transaction,
  range: Pick<typeof invoiceRanges.$inferSelect, 'issuer' | 'kind' | 'year'>,
): Promise<number> {
  const [taken] = await tx.db
    .insert(invoiceRanges)
    .values({ ...range, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceRanges.issuer, invoiceRanges.kind, invoiceRanges.year],
      set: { last: template`${invoiceRanges.last} + 1` },
    })
    .returning({ last: invoiceRanges.last });
  if (!taken) throw new Error('a range returned no number');
  return taken.last;
}
