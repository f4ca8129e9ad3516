import { and, desc, eq, isNull, sql as template } from 'drizzle-orm';
import { apiKeys, smppAccounts, smppBinds, smppDeliveries } from '../../../db/schema/index.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import { staleAt } from './bind.ts';
import type { listSmppAccounts as endpoint } from './contract.ts';

/** The system ids of an account, newest first, with who is bound now and what waits for them. */
export async function listSmppAccounts(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  userId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await db
    .select({
      account: smppAccounts,
      createdAt: apiKeys.createdAt,
      waiting: template<number>`(select count(*)::integer from ${smppDeliveries} d where d.key_id = ${smppAccounts}.key_id)`,
    })
    .from(smppAccounts)
    .innerJoin(apiKeys, eq(apiKeys.id, smppAccounts.keyId))
    .where(and(eq(smppAccounts.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id));
  const binds = await db
    .select()
    .from(smppBinds)
    .where(and(eq(smppBinds.userId, userId), template`${smppBinds.seenAt} > ${staleAt(clock.now())}`))
    .orderBy(smppBinds.id);
  const { listen, listenTls } = config.smppServer;
  return {
    host: new URL(config.publicUrl).hostname,
    port: listen?.port ?? null,
    tlsPort: listenTls?.port ?? null,
    accounts: rows.map(({ account, createdAt, waiting }) => {
      const { keyId, userId: _owner, passwordHash: _hash, ...shown } = account;
      return {
        ...{ id: keyId, ...shown, createdAt: createdAt.toISOString(), waiting },
        bound: binds
          .filter((bind) => bind.keyId === keyId)
          .map(({ address, receives, boundAt }) => ({ address, receives, since: boundAt.toISOString() })),
      };
    }),
  };
}
