import { eq } from 'drizzle-orm';
import { Resolver } from 'node:dns/promises';
import type { Calling } from '../../../callers/audit.ts';
import { brands } from '../../../../db/schema/index.ts';
import type { Deps } from '../../../services/deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { BrandSettings } from '../contract.ts';
import { type BrandRow, presentSettings } from '../present-brand.ts';
import { resolveByDns } from '../../../platform/kit/target.ts';
import { askCertificate, type Certificate } from './ask-certificate.ts';
import { noteLook } from './note-look.ts';
import { recordOf } from './record.ts';

/** A request within this time after the last lookup gets the last result. */
const AGAIN_MS = 5000;

/**
 * Looks up in the DNS whether a host name is the reseller's. @throws not_found (the account, or it has no host name)
 */
export async function checkHost(
  { deps, actor }: Calling<Deps>,
  { userId }: { userId: string },
): Promise<{ brand: BrandSettings }> {
  const brand = await readBrand(deps, userId);
  if (!brand?.hostName) throw notFound('Host name');
  const lookedAt = brand.hostCheckedAt?.getTime() ?? 0;
  if (Math.abs(deps.clock.now().getTime() - lookedAt) < AGAIN_MS) return { brand: presentSettings(brand) };
  await lookAt({ deps, actorId: actor.id }, { ...brand, hostName: brand.hostName });
  return { brand: presentSettings((await readBrand(deps, userId)) ?? brand) };
}

/** Looks up one name in the DNS, and stores the result. No database connection waits meanwhile. */
export async function lookAt(
  { deps, actorId }: { deps: Deps; actorId: string | null },
  brand: Pick<BrandRow, 'userId' | 'hostToken'> & { hostName: string },
): Promise<void> {
  const { name, value } = recordOf(brand);
  const texts = await askTxt(deps.config.dnsServers, name);
  const found = !texts
    ? 'unreachable'
    : texts.includes(value)
      ? 'proven'
      : texts.some((text) => text.startsWith('portal-verification='))
        ? 'different'
        : 'missing';
  const { userId, hostName } = brand;
  const home = new URL(deps.config.publicUrl);
  const asked = found === 'proven' && home.protocol === 'https:' ? { hostName, port: Number(home.port || 443) } : null;
  const certificate: Certificate = asked
    ? await askCertificate(asked, resolveByDns, deps.config.webhooksToLoopback)
    : { certificateUntil: null, certificateFault: null };
  await transact(deps, (tx) => noteLook({ tx, actorId }, { userId, hostName, found, certificate }));
}

async function readBrand({ db }: Pick<Deps, 'db'>, userId: string): Promise<BrandRow | undefined> {
  const [row] = await db.select().from(brands).where(eq(brands.userId, userId));
  return row;
}

/** The DNS errors for a name that does not exist, or has no TXT record. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
const PATIENCE = { timeout: 2000, tries: 2 };

/**
 * The TXT records of a name, each joined into one text; null if no name server answered.
 * @param servers addresses with or without a port; empty: the system's name servers
 */
async function askTxt(servers: readonly string[], name: string): Promise<string[] | null> {
  const resolver = new Resolver(PATIENCE);
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    return error instanceof Error && 'code' in error && NOTHING.has(String(error.code)) ? [] : null;
  }
}
