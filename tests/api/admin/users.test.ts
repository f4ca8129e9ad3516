import { sql } from 'drizzle-orm';
import { listUsers } from '../../../src/admin/contract.ts';
import { SEARCHED } from '../../../src/admin/list-users.ts';
import { user } from '../../../src/callers/contract.ts';
import { credit, makeAdmin, makeReseller, signUp, suspend } from '../../kit/actors.ts';
import { readAnswer, appForFile, pagesOf, readAs, startTestApp } from '../../kit/index.ts';

const app = await appForFile();
const admin = await makeAdmin(app, await signUp(app, { fullName: 'Root', email: 'root@example.com' }));
const ada = await signUp(app, { fullName: 'Ada Lovelace', email: 'Ada@example.com', company: 'Engines' });
const grace = await makeReseller(app, await signUp(app, { fullName: 'Grace Hopper', email: 'grace@example.com' }));
const percent = await signUp(app, { fullName: String.raw`100%_\ Ltd`, email: 'percent@example.com' });
await suspend(app, percent);
await credit(app, ada, '12.50');

const list = (query = '') => readAnswer(admin.as(`/api/admin/users${query}`), listUsers);
const ids = async (query: string) => (await list(query)).map(({ id }) => id);
const searching = (text: string) => ids(`?search=${encodeURIComponent(text)}`);

test('all accounts, newest first, as the contract shows them', async () => {
  const users = await list();
  expect(users.map(({ id }) => id)).toEqual([percent.id, grace.id, ada.id, admin.id]);
  expect(users[2]).toMatchObject({
    email: 'Ada@example.com',
    company: 'Engines',
    credits: '12.50',
    role: 'user',
    apiKey: `tl_live_…${ada.key.slice(-4)}`,
  });
  expect(users[2]).toEqual(await readAs(ada.as(`/api/users/${ada.id}`), user));
});

test('the search finds part of a name, an address or an id, in any letter case', async () => {
  expect(await searching('LOVE')).toEqual([ada.id]);
  expect(await searching('aDa@EXAMPLE')).toEqual([ada.id]);
  expect(await searching(grace.id.slice(5, 30).toUpperCase())).toEqual([grace.id]);
  expect(await searching('  hopper ')).toEqual([grace.id]);
  expect(await searching('e')).toHaveLength(4);
  expect(await searching('nobody like this')).toEqual([]);
  expect(await ids('?search=')).toHaveLength(4);
});

test('wildcards of LIKE are searched for as they are', async () => {
  for (const typed of ['%', '_', '\\', String.raw`%_\ l`]) expect(await searching(typed)).toEqual([percent.id]);
});

test('filters by status and role, together with a search', async () => {
  expect(await ids('?status=suspended')).toEqual([percent.id]);
  expect(await ids('?role=reseller')).toEqual([grace.id]);
  expect(await ids('?role=user&status=active')).toEqual([ada.id]);
  expect(await ids('?role=user&search=example.com')).toEqual([percent.id, ada.id]);
  expect((await admin.as('/api/admin/users?status=asleep')).status).toBe(422);
  expect((await admin.as('/api/admin/users?role=king')).status).toBe(422);
});

test('says how many accounts the filters let through', async () => {
  const count = async (query: string) => {
    const response = await admin.as(`/api/admin/users/count${query}`);
    expect(response.status).toBe(200);
    return response.json();
  };
  expect(await count('')).toEqual({ count: 4, isCapped: false });
  expect(await count('?role=user')).toEqual({ count: 2, isCapped: false });
  expect(await count('?role=user&status=suspended&search=%25')).toEqual({ count: 1, isCapped: false });
  expect(await count('?search=nobody like this')).toEqual({ count: 0, isCapped: false });
});

test('counts up to 10,000, and says that there are more', async () => {
  // A database of its own: to take them out of this one takes ten seconds.
  await using crowded = await startTestApp({ background: false });
  const root = await makeAdmin(crowded);
  const count = async () => (await root.as('/api/admin/users/count?status=suspended')).json();
  const add = (from: number, to: number) => crowded.deps.sql`
    insert into users (id, email, password, full_name, status)
    select gen_random_uuid(), 'many-' || n || '@example.net', '', 'Many', 'suspended'
    from generate_series(${from}::int, ${to}::int) n`;
  await add(1, 10_000);
  expect(await count()).toEqual({ count: 10_000, isCapped: false });
  await add(10_001, 10_001);
  expect(await count()).toEqual({ count: 10_000, isCapped: true });
});

test('pages lead through the whole list by their links, filters kept', async () => {
  const pages = await pagesOf(admin, '/api/admin/users?limit=1&role=user', user);
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[percent.id], [ada.id]]);
});

test('the search index serves the search', async () => {
  const plan = await app.deps.db.transaction(async (tx) => {
    // So few rows are read quicker one by one; what counts is that the index can.
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_indexscan = off`);
    return tx.execute(sql`explain select id from users u where ${SEARCHED} like lower('%Lovelace%')`);
  });
  expect(JSON.stringify(plan)).toContain('users_search');
});

test('the days of registering include both ends, and no day lies outside of them', async () => {
  const other = await startTestApp({ background: false });
  const [first, boss] = [await signUp(other), await makeAdmin(other)];
  const dayOf = () => other.clock.now().toISOString().slice(0, 10);
  const before = dayOf();
  // The last millisecond of the day, and the first of the next.
  const end = Date.parse(before) + 86_400_000;
  other.clock.advance(end - 1 - other.clock.now().getTime());
  const late = await signUp(other);
  other.clock.advance(1);
  const early = await signUp(other);
  const found = async (query: string) =>
    (await readAs(boss.as(`/api/admin/users?${query}`), user.array())).map(({ id }) => id);
  expect(await found(`to=${before}`)).toEqual([late.id, boss.id, first.id]);
  expect(await found(`from=${dayOf()}`)).toEqual([early.id]);
  expect(await found(`from=${before}&to=${dayOf()}`)).toHaveLength(4);
  expect(await (await boss.as(`/api/admin/users/count?from=${dayOf()}`)).json()).toMatchObject({ count: 1 });
  const file = await (await boss.as(`/api/admin/users.csv?from=${dayOf()}`)).text();
  expect([file.includes(early.email), file.includes(late.email)]).toEqual([true, false]);
  expect((await boss.as(`/api/admin/users?from=${dayOf()}&to=${before}`)).status).toBe(422);
});
