import { and, desc, eq, isNull, lt, sql as template } from 'drizzle-orm';
import { users, voiceCalls } from '../../../../db/schema/index.ts';
import { Page } from '../../../platform/kit/answer.ts';
import type { QueryOf } from '../../../platform/kit/endpoint.ts';
import { formatMoney, parseMoney } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import type { listLiveCalls as contract, LiveCall } from './contract.ts';

/** The calls of all accounts that have not ended, newest first; a leg counts with the call that leads on to it. */
export async function listLiveCalls(
  { db }: Pick<Deps, 'db'>,
  { limit, before, origin }: QueryOf<typeof contract>,
): Promise<Page<LiveCall>> {
  const rows = await db
    .select({
      call: voiceCalls,
      user: { id: users.id, email: users.email, fullName: users.fullName, company: users.company },
      setAside: template<string>`(${voiceCalls}.set_aside + coalesce((
        select sum(leg.set_aside) from voice_calls leg where leg.parent_id = ${voiceCalls}.id), 0))::text`,
      minutes: template<number>`coalesce((
        select sum(held.reserved) from package_minutes held where held.call_id = ${voiceCalls}.id), 0)::integer`,
    })
    .from(voiceCalls)
    .innerJoin(users, eq(users.id, voiceCalls.userId))
    .where(
      and(
        isNull(voiceCalls.endedAt),
        isNull(voiceCalls.parentId),
        origin ? eq(voiceCalls.origin, origin) : undefined,
        before ? lt(voiceCalls.id, before) : undefined,
      ),
    )
    .orderBy(desc(voiceCalls.id))
    .limit(limit + 1);
  return Page.from(rows, limit, ({ call, user, setAside, minutes }) => ({
    id: call.id,
    user,
    origin: call.origin,
    callerId: call.callerId,
    destination: call.destination,
    status: call.status,
    provider: call.provider,
    setAside: formatMoney(parseMoney(setAside), 4),
    packageMinutes: minutes,
    maxMinutes: call.maxMinutes,
    hangUpRequested: call.hangUpRequestedAt !== null,
    calledAt: call.calledAt.toISOString(),
    answeredAt: call.answeredAt?.toISOString() ?? null,
  }));
}
