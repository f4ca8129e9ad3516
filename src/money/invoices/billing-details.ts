import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { billingDetails } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { readUser } from '../../callers/present-user.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import type { BillingDetails, setBillingDetails as endpoint } from './contract.ts';
import { readVatNumber } from './vat-number.ts';

const NONE: BillingDetails = {
  ...{ isBusiness: false, legalName: null, street: null, city: null, postcode: null, vatNumber: null },
};

/** @throws not_found */
export async function getBillingDetails(db: Queryable, userId: string): Promise<BillingDetails> {
  await readUser(db, userId);
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, userId));
  if (!row) return NONE;
  const { isBusiness, legalName, street, city, postcode, vatNumber } = row;
  return { isBusiness, legalName, street, city, postcode, vatNumber };
}

/** @throws not_found, validation_failed (the VAT number has no country's form, or wrong check digits) */
export async function setBillingDetails(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { userId, body }: { userId: string; body: BodyOf<typeof endpoint> },
): Promise<BillingDetails> {
  const { email } = await readUser(tx.db, userId);
  const vatNumber = body.vatNumber === null ? null : readVatNumber(body.vatNumber);
  if (body.vatNumber !== null && vatNumber === null) throw invalidField('vatNumber', fault('notUnderstood'));
  const details = { ...body, vatNumber };
  await tx.db
    .insert(billingDetails)
    .values({ ...details, userId, updatedAt: tx.now })
    .onConflictDoUpdate({ target: billingDetails.userId, set: { ...details, updatedAt: tx.now } });
  const fields = Object.keys(details);
  await audit(tx, {
    ...{ actorId: actor.id, action: 'billing.changed', subject: email, subjectUserId: userId },
    detail: { fields },
  });
  return details;
}
