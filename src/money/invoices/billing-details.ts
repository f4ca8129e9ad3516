import { eq, sql as template } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../db/client.ts';
import { billingDetails } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import type { BillingDetails, setBillingDetails as endpoint } from './contract.ts';
import { readVatNumber, vatExample } from '../../shared/vat-number.ts';

/** @throws not_found */
export async function getBillingDetails(db: Queryable, userId: string): Promise<BillingDetails> {
  await readUser(db, userId);
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, userId));
  return present(row);
}

const present = (row?: typeof billingDetails.$inferSelect): BillingDetails => ({
  isBusiness: row?.isBusiness ?? false,
  legalName: row?.legalName ?? null,
  street: row?.street ?? null,
  city: row?.city ?? null,
  postcode: row?.postcode ?? null,
  vatNumber: row?.vatNumber ?? null,
  vatIsValid: row?.vatIsValid ?? null,
  vatCheckedAt: row?.vatCheckedAt?.toISOString() ?? null,
  vatReference: row?.vatReference ?? null,
  byMail: row?.byMail ?? false,
});

/** @throws not_found, validation_failed (the VAT number has no country's form, or wrong check digits) */
export async function setBillingDetails(
  { tx, actor }: Acting,
  { userId, body }: { userId: string; body: BodyOf<typeof endpoint> },
): Promise<BillingDetails> {
  const { email, country } = await readUser(tx.db, userId);
  const vatNumber = body.vatNumber === null ? null : readVatNumber(body.vatNumber);
  if (body.vatNumber !== null && vatNumber === null) {
    throw invalidField('vatNumber', sentence('vatForm', { example: vatExample(body.vatNumber, country) }));
  }
  const details = { ...body, vatNumber };
  // The office's answer was about the earlier number.
  const ifSame = (column: AnyPgColumn) =>
    template`case when ${billingDetails.vatNumber} = ${vatNumber} then ${column} end`;
  const { vatIsValid, vatCheckedAt, vatReference } = billingDetails;
  const [row] = await tx.db
    .insert(billingDetails)
    .values({ ...details, userId, updatedAt: tx.now })
    .onConflictDoUpdate({
      target: billingDetails.userId,
      set: {
        ...{ ...details, updatedAt: tx.now },
        ...{ vatIsValid: ifSame(vatIsValid), vatCheckedAt: ifSame(vatCheckedAt), vatReference: ifSame(vatReference) },
      },
    })
    .returning();
  const fields = Object.keys(details);
  await audit(tx, actor, 'billing.changed', { subject: email, userId, detail: { fields } });
  return present(row);
}
