import { eq } from 'drizzle-orm';
import { brands } from '../../../../db/schema/index.ts';
import type { Actor } from '../../../callers/guards.ts';
import type { Deps } from '../../../services/deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { BrandSettings } from '../contract.ts';
import { type BrandRow, presentSettings } from '../present-brand.ts';
import { askTxt } from './ask-txt.ts';
import { noteLook } from './note-look.ts';
import { recordOf } from './record.ts';

/** A request within this time after the last lookup gets the last result. */
const AGAIN_MS = 5000;

/**
 * Looks up in the DNS whether a host name is the reseller's. @throws not_found (the account, or it has no host
 * name)
 */
export async function checkHost(
  { deps, actor }: { deps: Deps; actor: Actor },
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
      : texts.some((text) => text.startsWith('topline-verification='))
        ? 'different'
        : 'missing';
  const { userId, hostName } = brand;
  await transact(deps, (tx) => noteLook({ tx, actorId }, { userId, hostName, found }));
}

async function readBrand({ db }: Pick<Deps, 'db'>, userId: string): Promise<BrandRow | undefined> {
  const [row] = await db.select().from(brands).where(eq(brands.userId, userId));
  return row;
}
