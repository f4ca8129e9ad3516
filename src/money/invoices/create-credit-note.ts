import { and, eq } from 'drizzle-orm';
import { invoices } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import type { createCreditNote as endpoint, Invoice } from './contract.ts';
import { leftOf } from './credit-within.ts';
import { issueCreditNote, lockInvoices } from './issue.ts';
import { presentInvoice } from './list-invoices.ts';

/**
 * Issues a credit note by hand, for a part of one of our own invoices; credit is given back by an adjustment.
 * @throws not_found, not_allowed_now (more than is left of it)
 */
export async function createCreditNote(
  { tx, actor }: Acting,
  { invoiceId, body: { amount, reason } }: { invoiceId: string; body: BodyOf<typeof endpoint> },
): Promise<Invoice> {
  await lockInvoices(tx);
  const [invoice] = await tx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.issuer, ''), eq(invoices.kind, 'invoice')));
  if (!invoice) throw notFound('Invoice');
  const gross = parseMoney(amount);
  const left = await leftOf(tx.db, invoice);
  if (gross > left)
    throw new Problem('not_allowed_now', sentence('creditNoteMost', { amount: `£${formatMoney(left)}` }));
  const today = tx.now.toISOString().slice(0, 10);
  const item = invoice.lines[0]?.item ?? 'other';
  const note = await issueCreditNote(tx, invoice, {
    ...{ items: [{ item, gross }], periodFrom: today, periodTo: today, reason },
  });
  const { email } = await readUser(tx.db, invoice.userId);
  await audit(tx, actor, 'invoice.corrected', {
    subject: email,
    userId: invoice.userId,
    detail: { amount: formatMoney(gross), reason },
  });
  return presentInvoice(note, email);
}
