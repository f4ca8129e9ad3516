import type { Sql } from 'postgres';

/** Rows written directly into a database, as a fault or an operator would write them. */

/**
 * Lets a test tamper with balances and entries, which PostgreSQL refuses to all but the ledger. For the whole
 * database, so it is one of the test's own.
 */
export async function liftGuard(sql: Sql): Promise<void> {
  await sql.unsafe('alter table users disable trigger user; alter table ledger_entries disable trigger user');
}

export async function insertUser(sql: Sql, credits = '0.00'): Promise<string> {
  const id = Bun.randomUUIDv7();
  await sql`
    insert into users (id, email, password, full_name, credits)
    values (${id}, ${`${id}@example.com`}, 'x', 'Ada Lovelace', ${credits})`;
  await sql`
    insert into total_changes (month, users, active_users)
    values (date_trunc('month', now() at time zone 'UTC'), 1, 1)`;
  return id;
}

interface TransactionRow {
  userId: string;
  type: string;
  amount: string;
  status: string;
  change?: string;
  balanceAfter?: string | null;
  refunds?: string | null;
  hash?: string | null;
}

export async function insertTransaction(sql: Sql, row: TransactionRow): Promise<string> {
  const id = Bun.randomUUIDv7();
  const { userId, type, amount, status, change = '0.00', balanceAfter = null, refunds = null } = row;
  const hash = row.hash ?? null;
  await sql`
    insert into transactions (id, user_id, type, amount, description, status, balance_change, balance_after,
      refunds_transaction_id, transaction_hash, chain, cryptocurrency, created_at)
    values (${id}, ${userId}, ${type}, ${amount}, 'a row', ${status}, ${change}, ${balanceAfter}, ${refunds},
      ${hash}, ${hash === null ? null : 'bitcoin'}, ${hash === null ? null : 'BTC'}, now())`;
  if (status === 'verified') {
    await sql`
      insert into total_changes (month, revenue)
      values (date_trunc('month', now() at time zone 'UTC'), ${amount})`;
  }
  return id;
}

export async function insertEntry(
  sql: Sql,
  entry: { userId: string; transactionId: string; amount: string; balanceAfter: string },
): Promise<void> {
  const { userId, transactionId, amount, balanceAfter } = entry;
  await sql`
    insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
    values (${Bun.randomUUIDv7()}, ${userId}, ${amount}, ${balanceAfter}, ${transactionId}, now())`;
}

/** A transaction that moved a balance, by default by all of its amount, with its entry; the user's row is left as it is. */
export async function insertSettled(
  sql: Sql,
  row: Omit<TransactionRow, 'status'> & { status?: string },
): Promise<string> {
  const { userId, change = row.amount } = row;
  const [{ after } = { after: change }] = await sql<{ after: string }[]>`
    select (coalesce(sum(amount), 0) + ${change}::numeric)::numeric(12, 2)::text as after
    from ledger_entries where user_id = ${userId}`;
  const balanceAfter = row.balanceAfter ?? after;
  const transactionId = await insertTransaction(sql, { status: 'completed', ...row, change, balanceAfter });
  await insertEntry(sql, { userId, transactionId, amount: change, balanceAfter });
  return transactionId;
}

export async function insertMessage(
  sql: Sql,
  row: { userId: string; transactionId: string; cost: string; actualCost: string; recipientCost: string },
): Promise<string> {
  const [id, recipient] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const { userId, transactionId, cost, actualCost, recipientCost } = row;
  await sql`
    insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost,
      transaction_id, recipient_count, queued_count, sent_at)
    values (${id}, ${userId}, 'Topline', 'Hello', 1, 'queued', ${cost}, ${actualCost}, ${transactionId}, 1, 1,
      now())`;
  await sql`
    insert into sms_recipients (id, message_id, number, status, cost, bulk, due_at)
    values (${recipient}, ${id}, '+447700900001', 'queued', ${recipientCost}, false, now())`;
  return id;
}

/** A SIP trunk package of the smallest plan, without its order. */
export async function insertTrunk(sql: Sql, row: { userId: string; active: boolean }): Promise<string> {
  const id = Bun.randomUUIDv7();
  await sql`
    insert into voice_packages (id, user_id, package_type, package_name, price, features,
      call_minutes_included, purchased_at, expires_at, is_active)
    values (${id}, ${row.userId}, 'basic', 'Basic', '150.00', '{}', 2000, now(), now() + interval '1 year',
      ${row.active})`;
  return id;
}

/** A call of two minutes at 10p that has ended, with what was set aside for it already given back. */
export async function insertCall(
  sql: Sql,
  row: { userId: string; transactionId: string | null; cost: string; actualCost: string },
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const { userId, transactionId, cost, actualCost } = row;
  await sql`
    insert into voice_calls (id, user_id, caller_id, destination, status, duration, rate, max_minutes,
      billed_minutes, cost, actual_cost, transaction_id, called_at, ended_at)
    values (${id}, ${userId}, 'Topline', '+447700900001', 'completed', 90, 0.10, 60, 2, ${cost}, ${actualCost},
      ${transactionId}, now(), now())`;
  return id;
}
