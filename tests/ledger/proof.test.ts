import pino from 'pino';
import { z } from 'zod';
import { connect, type Connection } from '../../db/client.ts';
import { books as booksSchema } from '../../src/money/proof/contract.ts';
import { type PartSizes, PROVE_MS, proveBooks } from '../../src/money/proof/prove.ts';
import { type ProofPart, proofPart } from '../../src/money/proof/prove-part.ts';
import { rowsOf } from '../../src/money/proof/checked-tables.ts';
import { RULES } from '../../src/money/proof/rules.ts';
import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { purchase, verifyAs } from '../api/payments/payments.ts';
import { balanceOf, credit, makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { openEvents, readAs, startTestApp, type TestApp, TestClock } from '../kit/index.ts';
import { createDatabase } from '../kit/cluster.ts';
import { FAULTS, soundBooks } from './faults.ts';
import { insertSettled, liftGuard } from './rows.ts';

const EACH = { users: 'each_user', transactions: 'each_transaction', messages: 'each_message' };

describe('a pass over everything', () => {
  let database: { url: string; drop(): Promise<void> };
  let connection: Connection;
  beforeEach(async () => {
    database = await createDatabase();
    connection = connect(database.url, { connections: 2 });
    await liftGuard(connection.sql);
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  /** Minute by minute, until the pass has ended. */
  const passOnce = async (sizes?: PartSizes, after: (part: ProofPart) => Promise<void> = async () => {}) => {
    const clock = new TestClock();
    const host = { db: connection.db, clock, bus: { wake: () => {} }, log: pino({ level: 'silent' }) };
    for (;;) {
      await proveBooks(host, sizes);
      clock.advance(PROVE_MS);
      const [whole] = await connection.sql`select next, finished_at from proofs where kind = 'whole'`;
      if (whole?.finished_at) return;
      await after(proofPart.parse(whole?.next));
    }
  };

  test('ends within sixty runs, one a minute, and finds nothing in correct books', async () => {
    await soundBooks(connection);
    await passOnce();
    const found = await connection.sql<{ rule: string }[]>`select rule from proof_differences`;
    expect(found.map(({ rule }) => rule)).toEqual([]);
  });

  test('begins again a day after the last one began, and finds what is wrong by then', async () => {
    const { message } = await soundBooks(connection);
    const clock = new TestClock();
    const host = { db: connection.db, clock, bus: { wake: () => {} }, log: pino({ level: 'silent' }) };
    const sizes = { entries: 1000, accounts: 1000, rowsOf: () => 1000, totals: 1000, wholeMs: 600_000 };
    await proveBooks(host, sizes);
    await connection.sql`update sms_messages set actual_cost = 0.02 where id = ${message}`;
    for (const [hours, isFound] of [
      [23.9, false],
      [0.2, true],
    ] as const) {
      clock.advance(hours * 3_600_000);
      await proveBooks(host, sizes);
      expect((await connection.sql`select rule from proof_differences`).length > 0).toBe(isFound);
    }
  });

  test('finds what breaks each rule', async () => {
    for (const [place, [, , tamper]] of FAULTS.entries()) {
      const hash = place === 0 ? undefined : place.toString(16).padStart(64, '0');
      await tamper(await soundBooks(connection, hash), connection);
    }
    await passOnce();
    const found = await connection.sql<{ rule: string }[]>`select distinct rule from proof_differences`;
    const rules = new Set(found.map(({ rule }) => rule));
    expect(RULES.map(({ rule }) => rule).filter((rule) => !rules.has(rule))).toEqual([]);
  });

  const ONE_BY_ONE: PartSizes = { entries: 1, accounts: 1, rowsOf: () => 1, totals: 1, wholeMs: -1 };

  test('looks at no more rows at a time than a part has, and at all of them', async () => {
    await soundBooks(connection);
    await soundBooks(connection, 'b'.repeat(64));
    await connection.sql`update transactions set settled_at = created_at where status = 'verified'`;
    const parts: ProofPart[] = [];
    await passOnce(ONE_BY_ONE, async (part) => void parts.push(part));
    const [entry] = await connection.sql<{ last: number }[]>`select max(seq)::int as last from ledger_entries`;
    const slices = parts.flatMap((part) => (part.of === 'entries' ? [[part.after, part.upto]] : []));
    expect(slices).toEqual(Array.from({ length: (entry?.last ?? 0) - 1 }, (_, seq) => [seq + 1, seq + 2]));
    expect(slices).not.toBeEmpty();
    const rows = parts.flatMap((part) => (part.of === 'rows' ? [part] : []));
    for (const [table, name] of [
      ['users', 'users'],
      ['transactions', 'transactions'],
      ['messages', 'sms_messages'],
    ] as const) {
      const seen: string[] = [];
      for (const part of rows.filter((each) => each.table === table)) {
        const found = await connection.sql.unsafe<{ id: string }[]>(`${rowsOf(part)} select id from ${EACH[table]}`);
        expect(found.length).toBeLessThanOrEqual(1);
        seen.push(...found.map(({ id }) => id));
      }
      const all = await connection.sql.unsafe<{ id: string }[]>(`select id from ${name} order by id`);
      expect(seen).toEqual(all.map(({ id }) => id));
    }
    // Two accounts, two payments, eight entries that moved money: each is counted in a part of its own.
    const counted = parts.flatMap((part) => (part.of === 'totals' ? [part.source] : []));
    expect(counted.filter((source) => source === 'users')).toHaveLength(3);
    expect(counted.filter((source) => source === 'payments')).toHaveLength(3);
    expect(counted.filter((source) => source === 'entries')).toHaveLength(7);
    expect(await connection.sql`select rule from proof_differences`).toHaveLength(0);
  });

  test('names the account of a difference, in whichever slice it is', async () => {
    const first = await soundBooks(connection);
    await soundBooks(connection, 'b'.repeat(64));
    const { userId, charge } = await soundBooks(connection, 'c'.repeat(64));
    await soundBooks(connection, 'd'.repeat(64));
    await connection.sql`update sms_messages set actual_cost = 0.02 where id = ${first.message}`;
    await connection.sql`update transactions set balance_after = 1 where id = ${charge}`;
    await passOnce(ONE_BY_ONE);
    const found = await connection.sql<{ account: string }[]>`
      select distinct user_id || ': ' || rule as account from proof_differences`;
    const rules = new Set(found.map(({ account }) => account));
    expect(rules).toContain(`${first.userId}: a message's actual cost is its charge less its refunds`);
    expect(rules).toContain(`${first.userId}: total credit is what came in less what was used, and what is owed`);
    expect(rules).toContain(`${userId}: a transaction's balance is its ledger entry's`);
    expect(new Set(found.map(({ account }) => account.split(':')[0]))).toEqual(new Set([first.userId, userId]));
  });

  test('totals whose rows changed meanwhile are counted again in full before they raise an alarm', async () => {
    const { purchase, pending } = await soundBooks(connection);
    await connection.sql`update transactions set settled_at = created_at where id = ${purchase}`;
    let changed = 0;
    await passOnce(ONE_BY_ONE, async (part) => {
      if (part.of !== 'totals' || part.source !== 'entries' || changed > 0) return;
      // Its time says that it was settled before those that were already counted.
      const rows = await connection.sql`
        update transactions set type = 'reseller_package', reseller_package = 'monthly', status = 'verified',
          settled_at = '2020-01-01' where id = ${pending} returning id`;
      changed += rows.length;
      await connection.sql`
        insert into total_changes (month, revenue) values ('2020-01-01', 50.00)`;
    });
    expect(changed).toBe(1);
    const found = await connection.sql<{ rule: string }[]>`select rule from proof_differences`;
    expect(found.map(({ rule }) => rule)).not.toContain('totals are what they count, month by month');
  });
});

describe('the entries of each minute', () => {
  test('one that is committed late, behind later ones, is proved too', async () => {
    const database = await createDatabase();
    const connection = connect(database.url, { connections: 3 });
    await liftGuard(connection.sql);
    const clock = new TestClock();
    const host = { db: connection.db, clock, bus: { wake: () => {} }, log: pino({ level: 'silent' }) };
    const differences = async () =>
      (await connection.sql<{ rule: string }[]>`select rule from proof_differences`).map(({ rule }) => rule);
    const { userId } = await soundBooks(connection);
    await proveBooks(host);

    // It takes its number first and is committed last. The balance that it records is not the account's.
    const late = await connection.sql.reserve();
    await late`begin`;
    await insertSettled(late, { userId, type: 'sms_charge', amount: '0.06', change: '-0.06', balanceAfter: '5.00' });
    await soundBooks(connection, 'b'.repeat(64));
    clock.advance(PROVE_MS);
    await proveBooks(host);
    expect(await differences()).toEqual([]);
    await late`commit`;
    late.release();
    clock.advance(PROVE_MS);
    await proveBooks(host);
    expect(await differences()).toContain('each entry leaves the balance it says');
    await connection.close();
    await database.drop();
  });
});

describe('the running server', () => {
  let app: TestApp;
  let admin: TestActor;
  let person: TestActor;
  beforeAll(async () => {
    app = await startTestApp({ background: false });
    await liftGuard(app.deps.sql);
    admin = await makeAdmin(app);
    person = await signUp(app);
  });
  afterAll(() => app.stop());

  const nextMinute = async () => {
    app.clock.advance(PROVE_MS);
    await proveBooks(app.deps);
  };
  const books = async () => await readAs(admin.as('/api/admin/books'), booksSchema);
  const metric = async (name: string) =>
    (await (await app.fetch('/metrics')).text()).match(new RegExp(`^${name} (.+)$`, 'm'))?.[1];

  test('proves what moved, tells when, and a second process does not do it again', async () => {
    await nextMinute();
    await credit(app, person, '10.00');
    await nextMinute();
    const { sound, recent, differences } = await books();
    expect({ sound, differences }).toEqual({ sound: true, differences: [] });
    expect(recent).toEqual({ at: expect.any(String), entries: 1 });
    expect(new Date(recent?.at ?? 0).getTime()).toBeGreaterThan(app.clock.now().getTime() - PROVE_MS);
    app.clock.advance(PROVE_MS / 4);
    await proveBooks(app.deps);
    expect((await books()).recent).toEqual(recent);
    expect(await metric('books_differences')).toBe('0');
    const provedAt = Number(await metric('books_proved_timestamp_seconds{kind="recent"}'.replace(/[{}]/g, '\\$&')));
    expect(Math.abs(provedAt * 1000 - new Date(recent?.at ?? 0).getTime())).toBeLessThan(1);
  });

  test('stops payouts and verifications at a difference, names the account, and goes on by itself', async () => {
    const reseller = await signUp(app);
    const { id } = await purchase(person);
    const verify = () => verifyAs(admin, id);
    await using stream = await openEvents(app, { authorization: `Bearer ${admin.key}` });

    await credit(app, person, '1.00');
    await app.deps.sql`update users set credits = credits + 500 where id = ${person.id}`;
    await nextMinute();
    expect((await stream.next('books')).data).toMatchObject({ sound: false });
    const { sound, differences } = await books();
    expect(sound).toBe(false);
    expect(differences).toMatchObject([
      {
        rule: 'credits equal the sum of ledger entries',
        account: { id: person.id, email: person.email },
        expected: '11.00',
        found: '511.00',
      },
    ]);
    expect(await metric('books_differences')).toBe('1');
    const refused = await verify();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('The ledger check failed'),
    });
    await app.deps.sql`
      insert into margins (transaction_id, reseller_id, customer_id, amount, created_at)
      select id, ${reseller.id}, user_id, 1.00, now() from transactions where user_id = ${person.id} limit 1`;
    await app.deps.sql`
      insert into margin_earnings (transaction_id, reseller_id, customer_id, amount, created_at)
      select transaction_id, reseller_id, customer_id, amount, now() from margins`;
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('0.00');
    await app.deps.sql`delete from margin_earnings`;
    await app.deps.sql`delete from margins`;

    // It is found again each minute, and reported once.
    await nextMinute();
    expect((await books()).differences).toHaveLength(1);
    await app.deps.sql`update users set credits = credits - 500 where id = ${person.id}`;
    await nextMinute();
    expect((await stream.next('books')).data).toMatchObject({ sound: true });
    expect(await books()).toMatchObject({ sound: true, differences: [] });
    expect((await verify()).status).toBe(200);
    const activity = await readAs(admin.as('/api/admin/activity'), z.looseObject({ action: z.string() }).array());
    const told = activity.map(({ action }) => action).filter((action) => action.startsWith('books.'));
    expect(told).toEqual(['books.agree', 'books.differ']);
  });
});
