import { and, count, desc, eq, lt, type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { senderNames, users } from '../../../db/schema/index.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { QueryOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { countSenderRequests, listSenderRequests, SenderRequest } from './contract.ts';
import { presentSender } from './present-sender.ts';

/** Sender names of all accounts, newest first. */
export async function listRequests(
  { db }: Pick<Deps, 'db'>,
  { limit, before, status }: QueryOf<typeof listSenderRequests>,
): Promise<Page<SenderRequest>> {
  const conditions = [
    status ? eq(senderNames.status, status) : undefined,
    before ? lt(senderNames.id, before) : undefined,
  ];
  return Page.of(await readRequests(db, and(...conditions), limit + 1), limit);
}

/** Sender names with their accounts, newest first. */
export async function readRequests(db: Queryable, condition: SQL | undefined, limit: number): Promise<SenderRequest[]> {
  const rows = await db
    .select({
      row: senderNames,
      user: { id: users.id, email: users.email, fullName: users.fullName, company: users.company },
      others: template<number>`(select count(*)::integer from sender_names o
        where lower(o.name) = lower(${senderNames}.name) and o.user_id <> ${senderNames}.user_id
          and o.status = 'accepted')`,
    })
    .from(senderNames)
    .innerJoin(users, eq(users.id, senderNames.userId))
    .where(condition)
    .orderBy(desc(senderNames.id))
    .limit(limit);
  return rows.map(({ row, user, others }) => ({ ...presentSender(row), user, others }));
}

/** How many sender names there are in each state. */
export async function countRequests({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<ResponseOf<typeof countSenderRequests>> {
  const rows = await db
    .select({ status: senderNames.status, count: count() })
    .from(senderNames)
    .groupBy(senderNames.status);
  const of = (state: string) => rows.find(({ status }) => status === state)?.count ?? 0;
  return {
    approval: config.sendersApproved,
    ...{ requested: of('requested'), accepted: of('accepted'), rejected: of('rejected') },
  };
}
