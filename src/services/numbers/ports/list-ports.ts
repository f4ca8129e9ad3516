import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { numberPorts, users } from '../../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../../callers/audit.ts';
import { Page } from '../../../platform/kit/answer.ts';
import type { QueryOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { openPin, type PortRow, presentPort, presentState } from './change-port.ts';
import type { listAllPorts, listPorts, openPort as opening, PortEntry } from './contract.ts';

/** An account's requests, newest first. */
export const listOwn = (
  { db }: Pick<Deps, 'db'>,
  { userId, ...page }: QueryOf<typeof listPorts> & { userId: string },
) => pageOf(db, eq(numberPorts.userId, userId), page, ({ row }) => presentPort(row));

/** Requests of all accounts, newest first, without what they say of a person. */
export const listAll = ({ db }: Pick<Deps, 'db'>, { status, ...page }: QueryOf<typeof listAllPorts>) =>
  pageOf(db, status && eq(numberPorts.status, status), page, ({ row, user }) => ({ ...presentState(row), user }));

async function pageOf<Shown extends { id: string }>(
  db: Queryable,
  which: SQL | undefined,
  { limit, before }: QueryOf<typeof listPorts>,
  present: (found: Found) => Shown,
): Promise<Page<Shown>> {
  const found = await readPorts(db, and(which, before ? lt(numberPorts.id, before) : undefined), limit + 1);
  return Page.from(found, limit, present);
}

/** Opens somebody's request for an administrator: the audit log keeps who looked. @throws not_found */
export async function openPort(
  { tx, deps, actor }: ActingWith<Deps>,
  portId: string,
): Promise<ResponseOf<typeof opening>> {
  const entry = await requireEntry(deps, tx.db, portId);
  const { user } = entry;
  await audit(tx, actor, 'number_port.viewed', { subject: user.email, userId: user.id, detail: { portId } });
  return entry;
}

/** A request with its account and all that it says. @throws not_found */
export async function requireEntry(
  deps: Pick<Deps, 'config'>,
  db: Queryable,
  portId: string,
): Promise<ResponseOf<typeof opening>> {
  const [found] = await readPorts(db, eq(numberPorts.id, portId), 1);
  if (!found) throw notFound('Request');
  return { ...presentPort(found.row), user: found.user, pin: openPin(deps, found.row) };
}

type Found = { row: PortRow; user: PortEntry['user'] };

const readPorts = (db: Queryable, condition: SQL | undefined, limit: number): Promise<Found[]> =>
  db
    .select({
      row: numberPorts,
      user: { id: users.id, email: users.email, fullName: users.fullName, company: users.company },
    })
    .from(numberPorts)
    .innerJoin(users, eq(users.id, numberPorts.userId))
    .where(condition)
    .orderBy(desc(numberPorts.id))
    .limit(limit);
