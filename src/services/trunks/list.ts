import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { Trunk } from './contract.ts';
import { readTrunks } from './read-trunks.ts';

/** A user's packages: ordered, running and expired. @throws not_found */
export async function listTrunks(
  deps: Deps,
  { userId, limit, before }: { userId: string } & { limit: number; before?: string | undefined },
): Promise<Page<Trunk>> {
  const rows = await readTrunks(
    { db: deps.db, now: deps.clock.now(), config: deps.config },
    { userId, limit: limit + 1, before },
  );
  return Page.of(rows, limit);
}
