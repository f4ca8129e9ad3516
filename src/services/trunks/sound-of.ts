import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { TrunkCodec } from '../../../db/enums.ts';
import { trunks, users } from '../../../db/schema/index.ts';
import type { Language } from '../../platform/kit/languages.ts';
import type { Config } from '../config.ts';

/** The codecs that a recording is read from. Every telephone knows one of them. */
const RECORDABLE: readonly TrunkCodec[] = ['PCMA', 'PCMU'];

/** The edge's handling of the sound of a trunk's calls. */
export interface EdgeSound {
  /** With spaces between; empty: what the caller offers. */
  codecs: string;
  /** The language of the announcement; empty: the call is not recorded. */
  announcement: Language | '';
}

/** The owner's wish, as far as the edges can do it. */
export function soundOf(
  { sipSound }: Pick<Config, 'sipSound'>,
  { codecs, recorded, language }: { codecs: TrunkCodec[]; recorded: boolean; language: Language | null },
): EdgeSound {
  if (sipSound === 'direct') return { codecs: '', announcement: '' };
  if (!recorded || sipSound !== 'recorded') return { codecs: codecs.join(' '), announcement: '' };
  const both = [...new Set([...codecs, ...RECORDABLE])].filter((codec) => RECORDABLE.includes(codec));
  return { codecs: both.join(' '), announcement: language ?? 'en' };
}

/** The same of a trunk that is rung. */
export async function readSound(db: Queryable, config: Pick<Config, 'sipSound'>, trunkId: string): Promise<EdgeSound> {
  const [found] = await db
    .select({ codecs: trunks.codecs, recorded: trunks.recorded, language: users.language })
    .from(trunks)
    .innerJoin(users, eq(users.id, trunks.userId))
    .where(eq(trunks.id, trunkId));
  return found ? soundOf(config, found) : { codecs: '', announcement: '' };
}
