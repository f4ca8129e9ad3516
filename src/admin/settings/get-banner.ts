import { eq } from 'drizzle-orm';
import { brands, users } from '../../../db/schema/index.ts';
import type { Calling } from '../../callers/audit.ts';
import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { readBanner } from '../../platform/kit/banner.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';
import { getStatus } from '../alarms/get-status.ts';
import type * as contract from './contract.ts';

type Notices = ResponseOf<typeof contract.getBanner>;
type Asking = Calling<Pick<Deps, 'db' | 'clock' | 'carriersFor'>>;

/** The notices on top of every page now. A reseller's banner stands before ours on the pages of its customers. */
export async function getBanner({ deps, actor }: Asking): Promise<Notices> {
  const now = deps.clock.now();
  const [supplier] = await deps.db
    .select({ banner: brands.banner })
    .from(users)
    .innerJoin(brands, eq(brands.userId, users.resellerId))
    .where(eq(users.id, actor.id));
  const all = [supplier?.banner ?? null, (await readSettings(deps.db, now, 'banner')).of('banner')].map((set) =>
    shownAt(set, now),
  );
  const [changesAt = null] = all.flatMap((each) => each.changesAt ?? []).toSorted();
  return { banner: all.find(({ banner }) => banner !== null)?.banner ?? null, changesAt, slow: await getStatus(deps) };
}

/** A banner, where its time is now, and when that changes by itself. */
function shownAt(set: string | null, now: Date): Pick<Notices, 'banner' | 'changesAt'> {
  const stored = readBanner(set);
  if (set === null || !stored) return { banner: null, changesAt: null };
  const { text, texts, tone, from, to } = stored;
  if (from !== null && now < new Date(from)) return { banner: null, changesAt: from };
  if (to !== null && now >= new Date(to)) return { banner: null, changesAt: null };
  const id = new Bun.CryptoHasher('sha256').update(set).digest('hex').slice(0, 16);
  return { banner: { id, text, texts, tone }, changesAt: to };
}
