import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { InvoiceItem } from '../../../db/enums.ts';
import { invoices } from '../../../db/schema/index.ts';
import { add, type Money, negate, subtract, ZERO } from '../../platform/kit/money.ts';
import type { InvoiceRow } from './issue.ts';

/** The rest of an invoice after its credit notes. */
export async function leftOf(db: Queryable, { id, gross }: InvoiceRow): Promise<Money> {
  const notes = await db.select({ gross: invoices.gross }).from(invoices).where(eq(invoices.correctsId, id));
  return subtract(gross, notes.map((note) => note.gross).reduce(add, ZERO));
}

/** The items that a credit note gives back, above zero and in all not more than what is left of the invoice. */
export async function creditWithin(
  db: Queryable,
  invoice: InvoiceRow,
  items: readonly { item: InvoiceItem; gross: Money }[],
): Promise<{ item: InvoiceItem; gross: Money }[]> {
  let left = await leftOf(db, invoice);
  return items.flatMap(({ item, gross }) => {
    const wanted = negate(gross);
    const given = wanted < left ? wanted : left;
    if (given <= ZERO) return [];
    left = subtract(left, given);
    return [{ item, gross: given }];
  });
}
