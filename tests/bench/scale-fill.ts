import type { Sql } from 'postgres';
import type { Connection } from '../../db/client.ts';
import { hashToken, newApiKey } from '../../src/callers/credentials.ts';
import { systemClock } from '../kit/clock.ts';
import { countSpending } from '../../src/money/ledger/spending.ts';
import { newId } from '../../src/platform/kit/ids.ts';
import { showProgress } from '../../src/platform/kit/progress.ts';
import { RULES } from '../../src/money/proof/rules.ts';
import type { Person } from './population.ts';

export interface Size {
  users: number;
  transactionsEach: number;
}

/** One page of everything, so that the screens show the same in an empty database and in a full one. */
export const ONE_PAGE: Size = { users: 150, transactionsEach: 10 };

const PENDING = 120;
const ROWS_AT_ONCE = 500_000;
const YEAR = `interval '365 days'`;

/**
 * Fills an empty, migrated database with a year of accounts and transactions whose ledger adds up: each
 * account bought £100 and spent 3p at a time, sent five messages to ten people each, and had a conversation of ten
 * messages. The customer whose screens are measured has also sent as many messages from one number as there are
 * accounts. Foreign keys are not checked on the way; the figures are.
 */
export async function fill({ db, sql }: Connection, { users, transactionsEach }: Size) {
  const connection = await sql.reserve();
  try {
    await connection`set session_replication_role = replica`;
    await connection`set synchronous_commit = off`;
    await connection`set statement_timeout = 0`;
    await fillUsers(connection, users, transactionsEach);
    using progress = showProgress('Transactions', users * transactionsEach, 'rows');
    for (let from = 0; from < users * transactionsEach; from += ROWS_AT_ONCE) {
      const upto = Math.min(from + ROWS_AT_ONCE, users * transactionsEach) - 1;
      await fillTransactions(connection, { from, upto, users, all: users * transactionsEach });
      progress.add(upto - from + 1);
    }
    await fillQueues(connection);
    await fillMessages(connection, users);
    await countAll(connection);
    await connection`drop table person`;
    const [customer, admin] = [await keyFor(connection, 'user'), await keyFor(connection, 'admin')];
    const number = await fillBusyNumber(connection, customer.id, users);
    await connection`
      insert into message_days (user_id, day, recipients, delivered, failed, opted_out, handed_over)
      select user_id, (sent_at at time zone 'UTC')::date, sum(recipient_count), sum(delivered_count), 0, 0,
        sum(handed_over_count) from sms_messages group by 1, 2`;
    await connection`set session_replication_role = origin`;
    await countSpending({ db, clock: systemClock });
    await connection.unsafe('vacuum analyze');
    return { customer, admin, number };
  } finally {
    connection.release();
  }
}

async function fillUsers(sql: Sql, users: number, transactionsEach: number): Promise<void> {
  await sql.unsafe(`
    create unlogged table person as
    select n, uuidv7(((n::float8 / ${users} - 1) * ${YEAR})) as id from generate_series(0, ${users - 1}) n`);
  await sql.unsafe('create unique index on person (n)');
  await sql.unsafe(`
    insert into users (id, email, password, full_name, role, status, credits, created_at, updated_at)
    select id, 'person-' || n || '@bench.example', '', 'Bench Person ' || n,
      case when n < 3 then 'admin' else 'user' end,
      case when n % 100 = 50 then 'suspended' else 'active' end, 100 - 0.03 * ${transactionsEach - 1},
      now() + (n::float8 / ${users} - 1) * ${YEAR}, now()
    from person order by n`);
}

interface Slice {
  from: number;
  upto: number;
  users: number;
  all: number;
}

async function fillTransactions(sql: Sql, { from, upto, users, all }: Slice): Promise<void> {
  await sql.unsafe(`
    with made as materialized (
      select uuidv7((i::float8 / ${all} - 1) * ${YEAR}) as id, p.id as user_id, i / ${users} as place,
        now() + (i::float8 / ${all} - 1) * ${YEAR} as at
      from generate_series(${from}, ${upto}) i join person p on p.n = i % ${users}
    ),
    moved as (
      insert into transactions (id, user_id, type, amount, description, status, balance_change, balance_after,
        cryptocurrency, created_at, settled_at)
      select id, user_id, case place when 0 then 'credit_purchase' else 'other' end,
        case place when 0 then 100 else 0.03 end, 'Bench', case place when 0 then 'verified' else 'completed' end,
        case place when 0 then 100 else -0.03 end, 100 - 0.03 * place,
        case place when 0 then 'BTC' end, at, at
      from made
    )
    insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
    select uuidv7(at - now()), user_id, case place when 0 then 100 else -0.03 end, 100 - 0.03 * place, id, at
    from made order by at`);
}

async function fillQueues(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into transactions (id, user_id, type, amount, description, status, cryptocurrency, created_at)
    select uuidv7(), id, 'credit_purchase', 50, 'Bench', 'pending', 'BTC', now()
    from person order by n desc limit ${PENDING}`);
  await sql.unsafe(`
    insert into audit_log (id, at, actor_id, action, subject, subject_user_id)
    select uuidv7(), now(), id, 'session.started', 'bench', id from person`);
}

const MESSAGES_EACH = 5;
const MESSAGES_AT_ONCE = 50_000;
const RECIPIENTS_EACH = 10;

async function fillMessages(sql: Sql, users: number): Promise<void> {
  const all = users * MESSAGES_EACH;
  for (let from = 0; from < all; from += MESSAGES_AT_ONCE) {
    await messages(sql, {
      rows: `select i, uuidv7((i::float8 / ${all} - 1) * ${YEAR}) as id, p.id as user_id, 'Topline' as sender,
        now() + (i::float8 / ${all} - 1) * ${YEAR} as at, ${RECIPIENTS_EACH} as recipients
        from generate_series(${from}, ${Math.min(from + MESSAGES_AT_ONCE, all) - 1}) i
        join person p on p.n = i % ${users}`,
    });
  }
  await sql.unsafe(`
    insert into conversations (id, user_id, own_number, other_number, last_at, last_text, last_incoming)
    select uuidv7(), id, '+4420' || lpad(n::text, 8, '0'), '+4479' || lpad(n::text, 8, '0'), now(), 'Bench', true
    from person`);
  await sql.unsafe(`
    insert into conversation_messages (id, conversation_id, user_id, incoming, text, at)
    select uuidv7((i - 10) * interval '1 day'), c.id, c.user_id, i % 2 = 0, 'Bench ' || i, now() + (i - 10) * interval '1 day'
    from generate_series(1, 10) i, conversations c`);
}

/** Messages that have been delivered. @param rows one row for each: i, id, user_id, sender, at, recipients */
const messages = (sql: Sql, { rows }: { rows: string }) =>
  sql.unsafe(`
    with made as materialized (${rows}),
    sent as (
      insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost, provider,
        transaction_id, recipient_count, queued_count, delivered_count, handed_over_count, sent_at)
      select id, user_id, sender, 'Bench message ' || i, 1, 'delivered', 0.03, 0.03, 'sandbox', uuidv7(), recipients, 0,
        recipients, recipients, at from made
    )
    insert into sms_recipients (id, message_id, number, status, cost, provider, provider_message_id, bulk, due_at, sent_at,
      settled_at)
    select uuidv7(at - now()), id, '+4479' || lpad(((i * 10 + r) % 100000000)::text, 8, '0'), 'delivered', 0.003,
      'sandbox', i || '-' || sender || r, false, at, at, at
    from made, generate_series(1, recipients) r`);

/** @returns the id of the number */
async function fillBusyNumber(sql: Sql, userId: string, users: number): Promise<string> {
  for (let from = 0; from < users; from += MESSAGES_AT_ONCE) {
    await messages(sql, {
      rows: `select i, uuidv7((i::float8 / ${users} - 1) * interval '30 days') as id, '${userId}'::uuid as user_id,
        '+442071838750' as sender, now() + (i::float8 / ${users} - 1) * interval '30 days' as at, 1 as recipients
        from generate_series(${from}, ${Math.min(from + MESSAGES_AT_ONCE, users) - 1}) i`,
    });
  }
  const [number] = await sql<{ id: string }[]>`
    insert into did_numbers (id, user_id, number, country, country_code, monthly_price, status, purchased_at,
      months_paid, expires_at, transaction_id, provider)
    values (uuidv7(), ${userId}, '+442071838750', 'United Kingdom', 'GB', 5, 'active', now() - interval '1 day', 1,
      now() + interval '29 days', uuidv7(), 'sandbox') returning id`;
  return number?.id ?? '';
}

async function countAll(sql: Sql): Promise<void> {
  await sql`update ledger_checkpoint set seq = coalesce((select max(seq) from ledger_entries), 0)`;
  await sql`
    insert into monthly_totals (month, users, active_users, revenue, credits)
    select date_trunc('month', at at time zone 'UTC')::date, sum(users), sum(active), sum(revenue), sum(credits)
    from (
      select created_at as at, 1 as users, (status = 'active')::int as active, 0.00 as revenue, 0.00 as credits
      from users
      union all
      select settled_at, 0, 0, amount, 0.00 from transactions where status = 'verified'
      union all
      select created_at, 0, 0, 0.00, amount from ledger_entries
    ) counted
    group by 1`;
  for (const { rule, broken } of RULES.filter(({ rule }) => rule.startsWith('totals are'))) {
    const found = await sql.unsafe(broken);
    if (found.length > 0) throw new Error(`${rule}: ${JSON.stringify(found[0])}`);
  }
}

async function keyFor(sql: Sql, role: 'user' | 'admin'): Promise<Person> {
  const [person] = await sql<{ id: string }[]>`
    select id from users where role = ${role} and status = 'active' and credits > 0 order by id desc limit 1`;
  if (!person) throw new Error(`nobody has the role ${role}`);
  const key = newApiKey();
  await sql`
    insert into api_keys (id, user_id, name, token_hash, last_four, created_at)
    values (${newId(systemClock)}, ${person.id}, 'default', ${hashToken(key)}, ${key.slice(-4)}, now())`;
  return { id: person.id, key };
}
