import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { InvoiceParty } from '../../../db/enums.ts';
import { billingDetails, users } from '../../../db/schema/index.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';

const COMPANY = [
  ...(['company_name', 'company_street', 'company_city', 'company_postcode', 'company_country'] as const),
  ...(['company_number', 'company_vat_number', 'company_electronic_address'] as const),
];

/** We as a seller, by the settings; null while name, address or country is missing. */
export async function readCompany(db: Queryable, now: Date): Promise<InvoiceParty | null> {
  const set = await readSettings(db, now, ...COMPANY);
  return complete({
    name: set.of('company_name') ?? '',
    street: set.of('company_street'),
    city: set.of('company_city'),
    postcode: set.of('company_postcode'),
    country: set.of('company_country'),
    companyNumber: set.of('company_number'),
    vatNumber: set.of('company_vat_number'),
    email: null,
    electronicAddress: set.of('company_electronic_address'),
  });
}

/** A reseller as a seller, by their billing details; null while name, address or country is missing. */
export async function readReseller(db: Queryable, userId: string): Promise<InvoiceParty | null> {
  const buyer = await readBuyer(db, userId);
  return buyer?.hasLegalName ? complete(buyer.party) : null;
}

const complete = (party: InvoiceParty): InvoiceParty | null =>
  party.name && party.street && party.country ? party : null;

interface Buyer {
  party: InvoiceParty;
  isBusiness: boolean;
  /** False where the office of its country said that the number is not valid. */
  hasValidNumber: boolean;
  hasLegalName: boolean;
  language: (typeof users.$inferSelect)['language'];
}

/** An account as a buyer: what it said for invoices, otherwise its profile. */
export async function readBuyer(db: Queryable, userId: string): Promise<Buyer | null> {
  const [found] = await db
    .select({ user: users, details: billingDetails })
    .from(users)
    .leftJoin(billingDetails, eq(billingDetails.userId, users.id))
    .where(eq(users.id, userId));
  if (!found) return null;
  const { user, details } = found;
  return {
    party: {
      name: details?.legalName ?? user.company ?? user.fullName,
      street: details?.street ?? null,
      city: details?.city ?? null,
      postcode: details?.postcode ?? null,
      country: user.country,
      companyNumber: null,
      vatNumber: details?.vatNumber ?? null,
      email: user.email,
    },
    isBusiness: details?.isBusiness ?? false,
    hasValidNumber: details?.vatIsValid !== false,
    hasLegalName: details?.legalName !== null && details !== null,
    language: user.language,
  };
}
