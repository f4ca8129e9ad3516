import { and, eq, gt, isNotNull, ne, sql as template } from 'drizzle-orm';
import type { HOST_FAULTS } from '../../../../db/enums.ts';
import { brands, givenUpHosts } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import type { BrandRow } from '../present-brand.ts';
import type { Certificate } from './ask-certificate.ts';
import { MISSING_HOURS, recordOf } from './record.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/kit/durations.ts';

/** For this many days nobody else can take a name that a brand had. */
export const GIVEN_UP_DAYS = 30;

type Found = 'proven' | Exclude<(typeof HOST_FAULTS)[number], 'taken'>;

/** Stores what the DNS said about a host name. Does nothing if the brand has another name by now. */
export async function noteLook(
  { tx, actorId }: { tx: Transaction; actorId: string | null },
  {
    userId,
    hostName,
    found,
    certificate,
  }: { userId: string; hostName: string; found: Found; certificate: Certificate },
): Promise<void> {
  // If two brands prove one name at the same time, the second is told that it is taken.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`host ${hostName}`}, 0))`);
  const [brand] = await tx.db.select().from(brands).where(eq(brands.userId, userId)).for('update');
  if (brand?.hostName !== hostName) return;
  const isTaken = found === 'proven' && !brand.hostProvenAt && (await holderOf(tx, { userId, hostName }));
  const set =
    found !== 'proven'
      ? { ...(await withoutProof(tx, { ...brand, hostName }, found)), hostFault: found }
      : isTaken
        ? { hostFault: 'taken' as const }
        : { hostProvenAt: brand.hostProvenAt ?? tx.now, hostFault: null, hostMissingSince: null };
  await tx.db
    .update(brands)
    .set({ ...set, ...certificate, hostCheckedAt: tx.now })
    .where(eq(brands.userId, userId));
  const isProven = 'hostProvenAt' in set ? set.hostProvenAt !== null : brand.hostProvenAt !== null;
  if (isProven === (brand.hostProvenAt !== null)) return;
  await audit(tx, actorId, isProven ? 'brand.host_proven' : 'brand.host_lost', { subject: hostName, userId });
}

/** The changes for a name whose record was not found: at first it counts as an accident. */
async function withoutProof(
  tx: Transaction,
  brand: BrandRow & { hostName: string },
  found: Exclude<Found, 'proven'>,
): Promise<Partial<typeof brands.$inferInsert>> {
  if (!brand.hostProvenAt || found === 'unreachable') return {};
  if (!brand.hostMissingSince) {
    const { name, value } = recordOf(brand);
    const hours = MISSING_HOURS;
    await writeMail(tx, brand.userId, { kind: 'host_missing', hostName: brand.hostName, name, value, hours });
    return { hostMissingSince: tx.now };
  }
  if (tx.now.getTime() - brand.hostMissingSince.getTime() < MISSING_HOURS * HOUR_MS) return {};
  await keepFromOthers(tx, brand);
  return { hostProvenAt: null, hostMissingSince: null };
}

/** Notes that a brand had a name: for some time nobody else can take it, so that links in old mails lead nowhere. */
export async function keepFromOthers(
  tx: Transaction,
  { userId, hostName }: { userId: string; hostName: string },
): Promise<void> {
  const set = { userId, givenUpAt: tx.now };
  await tx.db
    .insert(givenUpHosts)
    .values({ hostName, ...set })
    .onConflictDoUpdate({ target: givenUpHosts.hostName, set });
}

/** Tells whether another portal has a name, or had it recently. */
export async function holderOf(
  tx: Transaction,
  { userId, hostName }: { userId: string; hostName: string },
): Promise<'has it' | 'had it' | null> {
  const [holder] = await tx.db
    .select({ userId: brands.userId })
    .from(brands)
    .where(and(eq(brands.hostName, hostName), isNotNull(brands.hostProvenAt), ne(brands.userId, userId)));
  if (holder) return 'has it';
  const since = new Date(tx.now.getTime() - GIVEN_UP_DAYS * DAY_MS);
  const [former] = await tx.db
    .select({ userId: givenUpHosts.userId })
    .from(givenUpHosts)
    .where(
      and(eq(givenUpHosts.hostName, hostName), gt(givenUpHosts.givenUpAt, since), ne(givenUpHosts.userId, userId)),
    );
  return former ? 'had it' : null;
}
