import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';
import { getStatus } from '../alarms/get-status.ts';
import * as contract from './contract.ts';

type Notices = ResponseOf<typeof contract.getBanner>;

/** The notices on top of every page now. */
export const getBanner = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<Notices> => ({
  ...(await bannerOf(deps)),
  slow: await getStatus(deps),
});

/** The banner, and when it changes by itself. */
async function bannerOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Omit<Notices, 'slow'>> {
  const now = clock.now();
  const set = (await readSettings(db, now, 'banner')).of('banner');
  if (set === null) return { banner: null, changesAt: null };
  const { text, texts, tone, from, to } = contract.bannerValue.parse(JSON.parse(set));
  const isBefore = from !== null && now < new Date(from);
  if (isBefore) return { banner: null, changesAt: from };
  if (to !== null && now >= new Date(to)) return { banner: null, changesAt: null };
  const id = new Bun.CryptoHasher('sha256').update(set).digest('hex').slice(0, 16);
  return { banner: { id, text, texts, tone }, changesAt: to };
}
