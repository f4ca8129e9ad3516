import { setImmediate } from 'node:timers/promises';
import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, type Driver, driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { allAtOnce } from '../kit/all-at-once.ts';
import type { Clock } from '../kit/clock.ts';
import type { EventData, EventKind } from './kind.ts';
import { createDeliveries, type Listening, type PublishedEvent } from './webhook-deliveries.ts';

/** The program's parts that a transaction needs. */
export interface TransactionHost {
  db: Database;
  clock: Clock;
  bus: { wake(): void };
}

/** A sign-in that ended: the streams opened with it must close. This is not sent to any reader. */
export const CREDENTIALS_ENDED = 'credentials-ended';

export const endedCredentials = z.object({
  userId: z.string(),
  /** Only this session or key; if absent, all of the user's. */
  only: z.string().optional(),
  /** All of the user's except this one. */
  except: z.string().optional(),
});
export type EndedCredentials = z.infer<typeof endedCredentials>;

/** An open transaction: one point in time, one set of queries, and the events that it publishes. */
export interface Transaction {
  readonly db: Queryable;
  /** Takes prepared statements, for what every call or message needs. */
  readonly sql: Driver;
  readonly now: Date;
  readonly clock: Clock;
  /** Announces a change; the event is stored with it and sent once it has committed. */
  publish<Kind extends EventKind>(kind: Kind, owner: string | null, data: EventData<Kind>): void;
  endCredentials(ended: EndedCredentials): void;
  /** Takes a statement that was sent and whose answer nobody waits for. If it fails, the transaction does. */
  send(sent: Promise<unknown>): void;
  /** Runs with the storing of the events, once for all that is to be done: it publishes none. */
  beforeCommit(write: () => Promise<unknown>): void;
  /** Runs after the change has committed, and never if it did not. Must not fail. */
  afterCommit(effect: () => void): void;
}

/** Writes what several parts of a transaction say in one statement, before it commits. */
export function writtenTogether<Item>(write: (tx: Transaction, items: readonly Item[]) => Promise<unknown>) {
  const said = new WeakMap<Transaction, Item[]>();
  return (tx: Transaction, more: readonly Item[]): void => {
    const items = said.get(tx);
    if (items) {
      for (const item of more) items.push(item);
    } else if (more.length > 0) {
      const first = [...more];
      said.set(tx, first);
      tx.beforeCommit(() => write(tx, first));
    }
  };
}

/** Asks what several parts of a transaction want to know at one time by one statement. @param ask answers in their order */
export function askedTogether<Question, Answer>(
  ask: (tx: Transaction, questions: readonly Question[]) => Promise<readonly Answer[]>,
) {
  const waiting = new WeakMap<Transaction, { questions: Question[]; answers: Promise<readonly Answer[]> }>();
  const begin = (tx: Transaction) => {
    const questions: Question[] = [];
    const answers = setImmediate().then(() => {
      waiting.delete(tx);
      return ask(tx, questions);
    });
    waiting.set(tx, { questions, answers });
    return { questions, answers };
  };
  return async (tx: Transaction, question: Question): Promise<Answer> => {
    const { questions, answers } = waiting.get(tx) ?? begin(tx);
    const place = questions.push(question) - 1;
    const answer = (await answers)[place];
    if (answer === undefined) throw new TypeError('a question has no answer');
    return answer;
  };
}

/** PostgreSQL's codes for "try again": serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

/**
 * Runs `work` in one database transaction, writes its events to the outbox in the same transaction, and
 * wakes the readers after the commit. NOTIFY is never called inside: all commits of the server share its
 * lock, which more than halves the rate of charges.
 */
export async function transact<Result>(
  host: TransactionHost,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return repeatGivenUp(() => attemptOnce(host, work));
}

/** Does work again, all of it, that PostgreSQL gave up for another transaction's sake; three times at most. */
export async function repeatGivenUp<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has(postgresCode(error) ?? '')) throw error;
    }
  }
}

async function attemptOnce<Result>(
  host: TransactionHost,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const now = host.clock.now();
  const rows: NewEvent[] = [];
  const told: PublishedEvent[] = [];
  const effects: (() => void)[] = [];
  const writes: (() => Promise<unknown>)[] = [];
  const sent: Promise<unknown>[] = [];
  const result = await host.db.transaction(async (db) => {
    const sql = driverOf(db);
    const outcome = await work({
      db,
      sql,
      now,
      clock: host.clock,
      publish: (kind, owner, rest) => {
        const { listeners, ...row } = newEvent(kind, owner, rest, now);
        rows.push(row);
        if (listeners === false) return;
        const { name, data } = row;
        told.push({ name, userId: owner, data, only: listeners === true ? null : listeners });
      },
      endCredentials: (ended) =>
        rows.push({
          name: CREDENTIALS_ENDED,
          userId: ended.userId,
          data: JSON.stringify(ended),
          toOwner: false,
          toAdmins: false,
          toEveryone: false,
        }),
      send: (statement) => {
        statement.catch(() => {});
        sent.push(statement);
      },
      beforeCommit: (write) => writes.push(write),
      afterCommit: (effect) => effects.push(effect),
    });
    const owners = [...new Set(told.flatMap(({ userId }) => userId ?? []))].join();
    const storing = rows.length > 0 ? storeEvents(sql, { now, rows: JSON.stringify(rows), owners }) : [];
    const [listening] = await allAtOnce([storing, ...sent, ...writes.map((write) => write())]);
    await createDeliveries(db, { now, clock: host.clock }, { told, listening });
    return outcome;
  });
  if (rows.length > 0) host.bus.wake();
  for (const effect of effects) effect();
  return result;
}

/** An event as the outbox has it, and which webhooks are told. */
export function newEvent<Kind extends EventKind>(
  { name, audience, forWebhooks }: Kind,
  userId: string | null,
  rest: EventData<Kind>,
  now: Date,
): NewEvent & { listeners: boolean | string } {
  const { owner: toOwner, admins: toAdmins, everyone: toEveryone } = audience;
  const whole = { at: now.toISOString(), ...rest };
  const data = JSON.stringify(whole);
  return { name, userId, toOwner, toAdmins, toEveryone, data, listeners: forWebhooks(whole) };
}

/** A row of the outbox. */
interface NewEvent {
  name: string;
  userId: string | null;
  toOwner: boolean;
  toAdmins: boolean;
  toEveryone: boolean;
  data: string;
}

/**
 * Stores the events of a transaction, in their order, and finds the webhooks of those whom they are about: locked until the
 * commit, so that none is removed before its delivery is stored.
 */
const storeEvents = prepared<{ now: Date; rows: string; owners: string }, Listening>(
  (p) => template`
    with stored as (${eventsInsert(p)})
    select w.id, w.user_id as "userId", w.events from webhooks w
    where w.user_id = any (string_to_array(${p.owners}::text, ',')::uuid[])
    order by w.id for key share`,
);

/** Inserts `rows`, the JSON of new events, into the outbox, in their order. @param unless a condition by which none is */
export const eventsInsert = (
  { rows, now }: { rows: Placeholder | SQL; now: Placeholder },
  unless = template``,
): SQL => template`
      insert into events (name, user_id, to_owner, to_admins, to_everyone, data, at)
      select e.name, e.user_id, e.to_owner, e.to_admins, e.to_everyone, e.data, ${now}::timestamptz
      from rows from (json_to_recordset(${rows}::text::json) as ("name" text, "userId" uuid, "toOwner" boolean,
        "toAdmins" boolean, "toEveryone" boolean, "data" text)) with ordinality
        as e (name, user_id, to_owner, to_admins, to_everyone, data, place)${unless}
      order by e.place`;

/**
 * The insert into the outbox as part of a larger statement, for hot paths that use a single statement: an
 * `insert` for a CTE that takes owner and data from `source`. The caller wakes the bus after the commit.
 */
export function eventInsert(
  { name, audience }: Pick<EventKind, 'name' | 'audience'>,
  { owner, data, at, source }: { owner: SQL; data: SQL; at: SQL; source: SQL },
): SQL {
  const flag = (value: boolean) => template.raw(String(value));
  return template`
    insert into events (name, user_id, to_owner, to_admins, to_everyone, data, at)
    select ${template.raw(`'${name}'`)}, ${owner}, ${flag(audience.owner)}, ${flag(audience.admins)},
      ${flag(audience.everyone)}, ${data}::text, ${at} from ${source}`;
}

/** The SQLSTATE of a database error, however deep the driver and the query builder wrapped it. */
export function postgresCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** The name of the constraint that a database error broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint_name' in cause && typeof cause.constraint_name === 'string') return cause.constraint_name;
  }
  return null;
}
