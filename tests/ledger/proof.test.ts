import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import pino from 'pino';
import { connect, type Connection } from '../../db/client.ts';
import type { Books } from '../../src/money/proof/contract.ts';
import { PROVE_MS, proveBooks } from '../../src/money/proof/prove.ts';
import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { purchase, verifyAs } from '../api/payments/payments.ts';
import { balanceOf, credit, makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { TestClock } from '../kit/clock.ts';
import { createDatabase } from '../kit/cluster.ts';
import { openEvents } from '../kit/sse.ts';
import { FAULTS, soundBooks } from './faults.ts';
import { liftGuard } from './rows.ts';

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
  const passOnce = async () => {
    const clock = new TestClock();
    const host = { db: connection.db, clock, bus: { wake: () => {} }, log: pino({ level: 'silent' }) };
    for (;;) {
      await proveBooks(host);
      clock.advance(PROVE_MS);
      const [whole] = await connection.sql`select next, finished_at from proofs where kind = 'whole'`;
      if (whole?.finished_at) return;
    }
  };

  test('ends within an hour of minutes and finds nothing in sound books', async () => {
    await soundBooks(connection);
    await passOnce();
    const found = await connection.sql<{ rule: string }[]>`select rule from proof_differences`;
    expect(found.map(({ rule }) => rule)).toEqual([]);
  });

  test.each(FAULTS.filter(([, rules]) => rules.length > 0))('finds %s', async (_fault, _rules, tamper) => {
    await tamper(await soundBooks(connection), connection);
    await passOnce();
    const found = await connection.sql<{ rule: string }[]>`select distinct rule from proof_differences`;
    expect(found.map(({ rule }) => rule)).not.toEqual([]);
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
  const books = async () => (await (await admin.as('/api/admin/books')).json()) as Books;
  const metric = async (name: string) =>
    (await (await app.fetch('/metrics')).text()).match(new RegExp(`^${name} (.+)$`, 'm'))?.[1];

  test('is asked by administrators only', async () => {
    expect((await app.fetch('/api/admin/books')).status).toBe(401);
    expect((await person.as('/api/admin/books')).status).toBe(403);
  });

  test('proves what moved, tells when, and a second process does not do it again', async () => {
    await nextMinute();
    await credit(app, person, '10.00');
    await nextMinute();
    const { sound, recent, differences } = await books();
    expect({ sound, differences }).toEqual({ sound: true, differences: [] });
    expect(recent).toEqual({ at: expect.any(String), entries: 1 });
    expect(new Date(recent?.at ?? 0).getTime()).toBeGreaterThan(app.clock.now().getTime() - PROVE_MS);
    await proveBooks(app.deps);
    expect((await books()).recent).toEqual(recent);
    expect(await metric('books_differences')).toBe('0');
    const provedAt = Number(
      await metric('books_proved_timestamp_seconds{kind="recent"}'.replace(/[{}]/g, '\\$&')),
    );
    expect(Math.abs(provedAt * 1000 - new Date(recent?.at ?? 0).getTime())).toBeLessThan(1);
  });

  test('stops payouts and verifications at a difference, names the account, and goes on by itself', async () => {
    const reseller = await signUp(app);
    const { id } = await purchase(person);
    const verify = () => verifyAs(admin, id);
    const stream = await openEvents(app, { authorization: `Bearer ${admin.key}` });

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
      detail: expect.stringContaining('The books do not add up'),
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

    // It is found again each minute, and told of once.
    await nextMinute();
    expect((await books()).differences).toHaveLength(1);
    await app.deps.sql`update users set credits = credits - 500 where id = ${person.id}`;
    await nextMinute();
    expect((await stream.next('books')).data).toMatchObject({ sound: true });
    expect(await books()).toMatchObject({ sound: true, differences: [] });
    expect((await verify()).status).toBe(200);
    const activity = (await (await admin.as('/api/admin/activity')).json()) as { action: string }[];
    const told = activity.map(({ action }) => action).filter((action) => action.startsWith('books.'));
    expect(told).toEqual(['books.agree', 'books.differ']);
    await stream.close();
  });
});
