import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { invoices } from '../../../db/schema/index.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import type { Attach } from '../../platform/mail/send.ts';
import type { InvoiceRow } from './issue.ts';
import { findInvoice } from './list-invoices.ts';

/** An invoice as a file for saving; it is made anew from what was issued. @throws not_found */
export async function exportInvoice(
  db: Queryable,
  { userId, invoiceId, form }: { userId: string; invoiceId: string; form: 'pdf' | 'xml' },
): Promise<FileAnswer> {
  const row = await findInvoice(db, userId, invoiceId);
  const number = await correctedBy(db, row);
  const facts = {
    name: `invoice-${row.number}.${form}`,
    contentType: `application/${form}`,
    keeping: 'nobody',
  } as const;
  return new FileAnswer(facts, async () => {
    if (form === 'pdf') return pdfOf(row, number);
    const { invoiceXml } = await import('./ubl.ts');
    return new TextEncoder().encode(invoiceXml(row, number));
  });
}

/** The number of the invoice that a credit note gives back of. */
async function correctedBy(db: Queryable, { correctsId }: InvoiceRow): Promise<string | null> {
  if (correctsId === null) return null;
  const [corrected] = await db.select({ number: invoices.number }).from(invoices).where(eq(invoices.id, correctsId));
  return corrected?.number ?? null;
}

async function pdfOf(row: InvoiceRow, corrected: string | null): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded only when needed: the PDF package loads slowly, and few processes ever make one.
  const { invoicePdf } = await import('./pdf-document.ts');
  return invoicePdf(row, corrected);
}

/** The files that letters bring: an invoice's is made when it is sent, from what was issued. */
export const attachmentsFor =
  (db: Queryable): Attach =>
  async (mail) => {
    if (mail.kind !== 'invoice_issued') return [];
    const [row] = await db.select().from(invoices).where(eq(invoices.id, mail.invoiceId));
    if (!row) throw new Error('an invoice went away');
    const content = Buffer.from(await pdfOf(row, await correctedBy(db, row)));
    return [{ filename: `invoice-${row.number}.pdf`, contentType: 'application/pdf', content }];
  };
