import { and, desc, eq, lt } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { invoices, users } from '../../../db/schema/index.ts';
import { readUser } from '../../callers/present-user.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Invoice } from './contract.ts';
import type { InvoiceRow } from './issue.ts';

/** The newest of one account's, or of all that we issued. @throws not_found */
export async function listInvoices(
  db: Queryable,
  userId: string | null,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<Invoice>> {
  if (userId !== null) await readUser(db, userId);
  const rows = await db
    .select({ invoice: invoices, email: users.email })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.userId))
    .where(
      and(
        userId === null ? eq(invoices.issuer, '') : eq(invoices.userId, userId),
        before ? lt(invoices.id, before) : undefined,
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(limit + 1);
  return Page.from(rows, limit, ({ invoice, email }) => presentInvoice(invoice, email));
}

/** An invoice of one account. @throws not_found */
export async function findInvoice(db: Queryable, userId: string, id: string): Promise<InvoiceRow> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.userId, userId)));
  if (!row) throw notFound('Invoice');
  return row;
}

export const presentInvoice = (row: InvoiceRow, email: string): Invoice => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  account: { id: row.userId, email },
  seller: row.seller.name,
  issuedAt: row.issuedAt.toISOString(),
  periodFrom: row.periodFrom,
  periodTo: row.periodTo,
  correctsId: row.correctsId,
  treatment: row.treatment,
  vatRate: row.vatRate,
  net: formatMoney(row.net),
  vat: formatMoney(row.vat),
  gross: formatMoney(row.gross),
  lines: row.lines,
});
