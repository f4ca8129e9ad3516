import { and, count, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { numberPapers, numberPorts, users } from '../../../../db/schema/index.ts';
import { Page } from '../../../platform/kit/answer.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { QueryOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import type { Deps } from '../../deps.ts';
import type { countAllPapers, listAllPapers, PapersEntry, PapersSet, openPapers as endpoint } from './contract.ts';
import { isByHand, type PapersRow, presentPapers, presentState, presentGiven } from './present-papers.ts';
import { type ActingWith, audit } from '../../../callers/audit.ts';

/** Lists an account's papers, newest first. */
export async function listPapers(deps: Deps, userId: string): Promise<PapersSet[]> {
  const rows = await deps.db
    .select()
    .from(numberPapers)
    .where(eq(numberPapers.userId, userId))
    .orderBy(desc(numberPapers.id));
  return rows.map((row) => presentPapers(deps, row));
}

/** Papers of all accounts, newest first, without what they say. */
export async function listAll(
  deps: Deps,
  { limit, before, status }: QueryOf<typeof listAllPapers>,
): Promise<Page<PapersEntry>> {
  const condition = and(
    status ? eq(numberPapers.status, status) : undefined,
    before ? lt(numberPapers.id, before) : undefined,
  );
  const found = await readEntries(deps.db, condition, limit + 1);
  return Page.from(found, limit, (each) => presentEntry(deps, each));
}

interface Entry {
  row: PapersRow;
  user: PapersEntry['user'];
}

export const presentEntry = (deps: Deps, { row, user }: Entry): PapersEntry => ({
  ...presentState(deps, row),
  provider: row.provider,
  user,
});

/** Papers with their account. @throws not_found */
export async function requireEntry(db: Queryable, papersId: string): Promise<Entry> {
  const [entry] = await readEntries(db, eq(numberPapers.id, papersId), 1);
  if (!entry) throw notFound('Papers');
  return entry;
}

const readEntries = (db: Queryable, condition: SQL | undefined, limit: number): Promise<Entry[]> =>
  db
    .select({
      row: numberPapers,
      user: { id: users.id, email: users.email, fullName: users.fullName, company: users.company },
    })
    .from(numberPapers)
    .innerJoin(users, eq(users.id, numberPapers.userId))
    .where(condition)
    .orderBy(desc(numberPapers.id))
    .limit(limit);

/** How many papers there are in each state, and how many wait for an administrator. */
export async function countPapers(deps: Deps): Promise<ResponseOf<typeof countAllPapers>> {
  const rows = await deps.db
    .select({ status: numberPapers.status, provider: numberPapers.provider, count: count() })
    .from(numberPapers)
    .groupBy(numberPapers.status, numberPapers.provider);
  const sum = (wanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(wanted).reduce((total, row) => total + row.count, 0);
  return {
    'handing-in': sum(({ status }) => status === 'handing-in'),
    'in-review': sum(({ status }) => status === 'in-review'),
    rejected: sum(({ status }) => status === 'rejected'),
    approved: sum(({ status }) => status === 'approved'),
    ports: await deps.db.$count(numberPorts, eq(numberPorts.status, 'submitted')),
    byHand: sum((row) => row.status === 'in-review' && isByHand(deps, row)),
  };
}

/** Opens somebody's papers for an administrator: the audit log keeps who looked. @throws not_found */
export async function openPapers(
  { tx, deps, actor }: ActingWith<Deps>,
  papersId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const entry = await requireEntry(tx.db, papersId);
  await audit(tx, actor, 'number_papers.viewed', {
    subject: entry.user.email,
    userId: entry.row.userId,
    detail: { papersId },
  });
  return { ...presentEntry(deps, entry), number: entry.row.number, given: presentGiven(entry.row) };
}
