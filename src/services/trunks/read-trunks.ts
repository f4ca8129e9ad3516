import { and, desc, eq, isNotNull, lt, or, type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { sipCredentials, transactions, trunkAddresses, trunks } from '../../../db/schema/index.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import type { Trunk } from './contract.ts';
import { presentTrunk, type TrunkView } from './present-trunk.ts';
import type { Owned } from '../../callers/audit.ts';

/**
 * A user's packages as the contract shows them, newest first. A package whose order was cancelled or rejected before
 * it was ever active is left out.
 * @throws not_found
 */
export async function listTrunks(
  { db, clock, config }: Deps,
  { userId, limit, before }: { userId: string; limit: number; before?: string | undefined },
): Promise<Page<Trunk>> {
  const mine = and(
    eq(trunks.userId, userId),
    before ? lt(trunks.id, before) : undefined,
    or(eq(trunks.isActive, true), isNotNull(transactions.id)),
  );
  const view = { now: clock.now(), config, owner: await readTariff(db, userId) };
  return Page.of(await select(db, view, mine, limit + 1), limit);
}

/** One package of a user. @throws not_found */
export async function readTrunk(db: Queryable, { userId, trunkId }: Owned<'trunkId'>, view: TrunkView): Promise<Trunk> {
  const its = and(eq(trunks.userId, userId), eq(trunks.id, trunkId));
  const [found] = await select(db, { ...view, owner: await readTariff(db, userId) }, its, 1);
  if (!found) throw notFound('Package');
  return found;
}

/** Those of the row's trunk, as one value. */
const itsAddresses = template<Trunk['addresses']>`(
  select json_build_object('networks', json_agg(regexp_replace(network::text, '/(32|128)$', '') order by network),
    'prefix', min(prefix), 'overUdp', bool_or(over_udp))
  from ${trunkAddresses} where ${trunkAddresses.trunkId} = ${trunks}.id having count(*) > 0)`;

async function select(db: Queryable, view: Parameters<typeof presentTrunk>[1], where: SQL | undefined, limit: number) {
  const rows = await db
    .select({ trunk: trunks, waitingId: transactions.id, credentials: sipCredentials, addresses: itsAddresses })
    .from(trunks)
    .leftJoin(
      transactions,
      and(
        eq(transactions.trunkId, trunks.id),
        eq(transactions.type, 'voice_package'),
        eq(transactions.status, 'pending'),
      ),
    )
    .leftJoin(sipCredentials, eq(sipCredentials.trunkId, trunks.id))
    .where(where)
    .orderBy(desc(trunks.id))
    .limit(limit);
  return rows.map((row) => presentTrunk(row, view));
}
