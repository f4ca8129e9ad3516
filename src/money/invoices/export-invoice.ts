import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { invoices } from '../../../db/schema/index.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import { findInvoice } from './list-invoices.ts';

/** An invoice as a file for saving; it is made anew from what was issued. @throws not_found */
export async function exportInvoice(
  db: Queryable,
  { userId, invoiceId, form }: { userId: string; invoiceId: string; form: 'pdf' | 'xml' },
): Promise<FileAnswer> {
  const row = await findInvoice(db, userId, invoiceId);
  const [corrected] = row.correctsId
    ? await db.select({ number: invoices.number }).from(invoices).where(eq(invoices.id, row.correctsId))
    : [];
  const number = corrected?.number ?? null;
  const facts = {
    name: `invoice-${row.number}.${form}`,
    contentType: `application/${form}`,
    keeping: 'nobody',
  } as const;
  return new FileAnswer(facts, async () => {
    if (form === 'pdf') {
      // Loaded only when needed: the PDF package loads slowly, and few processes ever make one.
      const { invoicePdf } = await import('./pdf-document.ts');
      return invoicePdf(row, number);
    }
    const { invoiceXml } = await import('./ubl.ts');
    return new TextEncoder().encode(invoiceXml(row, number));
  });
}
