import { MOST_SESSIONS, startSession } from '../../../src/callers/sessions/sessions.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { credit, makeReseller, signIn, signUp } from '../../kit/actors.ts';
import { appForFile, comeIn, eventually, expectProblem, makeCustomer, newNumber, newNumbers } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';

/** Bounds of docs/bounds.md that no other test reaches. */

const app = await appForFile({ env: { RESELLER_CUSTOMERS: '2', OPT_OUTS: '3' } });

test('a reseller has as many customers as the setting says, also if two are made at once', async () => {
  const reseller = await makeReseller(app);
  await makeCustomer(app, reseller);
  const make = (name: string) =>
    reseller.as(`/api/users/${reseller.id}/customers`, {
      json: { email: `${name}-${reseller.id}@example.com`, fullName: 'Grace Hopper' },
    });
  const answers = await Promise.all([make('one'), make('two')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const refused = await expectProblem(await make('three'), 'not_allowed_now');
  expect(refused.detail).toBe('A reseller may have at most 2 customers');
});

test('an account enters so many opted-out numbers, by hand and by files, and a STOP is noted beyond that', async () => {
  const person = await signUp(app);
  await credit(app, person, '50.00');
  const path = `/api/users/${person.id}/opt-outs`;
  const file = (numbers: readonly string[]) => person.as(`${path}/import`, { json: { file: numbers.join('\n') } });
  const four = newNumbers(4);
  await expectProblem(await file(four), 'not_allowed_now');
  expect((await file(four.slice(0, 3))).status).toBe(200);
  // A file may repeat numbers that are there already.
  expect((await file(four.slice(0, 3))).status).toBe(200);
  await expectProblem(await person.as(path, { json: { number: four[3] } }), 'not_allowed_now');
  const { number } = await bought(person);
  const from = newNumber();
  await eventually('the number is there', async () => {
    const [row] = await app.deps.sql`select status from did_numbers where number = ${number}`;
    return row?.status === 'active';
  });
  await comeIn(app, { from, to: number, text: 'STOP' });
  await eventually('it is noted', async () => {
    const rows = await app.deps.sql`select from opt_outs where user_id = ${person.id} and number = ${from}`;
    return rows.length === 1;
  });
});

test('the session that was unused for longest ends where an account has too many', async () => {
  const person = await signUp(app);
  const cookie = await signIn(app, person);
  const isSignedIn = async () => (await app.fetch('/api/auth/session', { headers: { cookie } })).status === 200;
  const origin = { userAgent: null, address: '192.0.2.1', device: null };
  for (let count = 0; count < MOST_SESSIONS - 2; count++) {
    app.clock.advance(1);
    await transact(app.deps, (tx) => startSession(tx, { userId: person.id, origin }));
  }
  const [before] = await app.deps.sql`select count(*)::int as there from sessions where user_id = ${person.id}`;
  expect([before?.there, await isSignedIn()]).toEqual([MOST_SESSIONS, true]);
  await app.deps.sql`
    update sessions set last_used_at = last_used_at - interval '1 day'
    where id = (select id from sessions where user_id = ${person.id} order by id offset 1 limit 1)`;
  await transact(app.deps, (tx) => startSession(tx, { userId: person.id, origin }));
  const [after] = await app.deps.sql`select count(*)::int as there from sessions where user_id = ${person.id}`;
  expect([after?.there, await isSignedIn()]).toEqual([MOST_SESSIONS, false]);
});
