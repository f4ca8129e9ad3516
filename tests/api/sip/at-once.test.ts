import { PgDialect } from 'drizzle-orm/pg-core';
import { STAMP } from '../../../src/services/trunks/authenticate-sip.ts';
import { KEPT_MS, openAtOnce, readFor } from '../../../src/services/sip/open-at-once.ts';
import { callsOf, makeTrunk, makeTrunkWithout, SIP_SETTINGS } from '../../sip/trunk.ts';
import { appForFile, balanceOf, eventually, suspend } from '../../kit/index.ts';
import { type Explained, nodesIn, rowsReadBy } from '../../kit/plan.ts';
import { orderOf } from './order-of.ts';

const stampText = new PgDialect().sqlToQuery(STAMP).sql;
const app = await appForFile({ background: false, env: SIP_SETTINGS, soundBooks: true });

test('two statements take an ordinary call, and one each further one: with minutes, and with credit', async () => {
  const [minutes, credit] = [await makeTrunk(app), await makeTrunkWithout(app, 1000)];
  let sent = 0;
  const unsafe: typeof app.deps.planned.unsafe = (text, values, options) => {
    sent += 1;
    return app.deps.planned.unsafe(text, values, options);
  };
  const deps = { ...app.deps, planned: { unsafe } };
  const before = await balanceOf(minutes.person);
  for (const trunk of [minutes, credit]) {
    sent = 0;
    const call = await openAtOnce(deps, orderOf(trunk));
    expect(sent).toBe(2);
    expect(await callsOf(trunk.person)).toMatchObject([
      { id: call?.id, status: 'dialing', maxMinutes: 3, destination: '+447911123456' },
    ]);
    sent = 0;
    const elsewhere = { ...orderOf(trunk), destination: '+447911123457' };
    expect(await openAtOnce(deps, elsewhere, false)).toMatchObject({ maxMinutes: 3 });
    expect(sent).toBe(1);
  }
  expect(await balanceOf(minutes.person)).toBe(before);
  expect(await balanceOf(credit.person)).toBe('9.40');
});

test.each([
  `update users set daily_limit = 0.15 where id = $1`,
  `update users set stopped_codes = '{+447}' where id = $1`,
  `update users set role = 'reseller', reseller_expires_at = '2030-01-01' where id = $1`,
  `update voice_packages set is_active = false where user_id = $1`,
  `update voice_packages set expires_at = purchased_at where user_id = $1`,
  `update voice_packages set call_minutes_included = 3 where user_id = $1`,
  `update sip_credentials c set ha1_md5 = '' from voice_packages v where v.id = c.package_id and v.user_id = $1`,
  `insert into account_prices values ($1, 'voice', '2020-01-01', 50, null, '2020-01-01', $1)`,
  `insert into proven_numbers (id, user_id, number, expires_at, proven_at)
    values ($1, $1, '+447911123459', '2030-01-01', '2030-01-01')`,
  `insert into settings (name, value) select 'voice_price', '0.20' from users where id = $1`,
  `insert into provider_health (name, healthy, checked_at) select 'sandbox', false, now() from users where id = $1`,
])('what is kept is held against what there is: %s', async (change) => {
  const trunk = await makeTrunkWithout(app, 1000);
  await readFor(app.deps, orderOf(trunk));
  const [found] = await app.deps.sql<{ stamp: string }[]>`select ${app.deps.sql.unsafe(stampText)} as stamp
    from users u join voice_packages v on v.user_id = u.id join sip_credentials c on c.package_id = v.id
    where u.id = ${trunk.person.id}`;
  const isOfAccount = /^update (users|voice_pack|sip_cred)/.test(change);
  const order = () => ({ ...orderOf(trunk), stamp: found?.stamp ?? '' });
  const taken = await app.deps.sql.begin(async (sql) => {
    await sql.unsafe(change, [trunk.person.id]);
    // What is not committed is true for nobody; a change of the account itself is waited for.
    return isOfAccount ? null : openAtOnce(app.deps, order(), false);
  });
  expect(taken === null).toBe(isOfAccount);
  expect(await openAtOnce(app.deps, order(), false)).toBeNull();
  await app.deps.sql`delete from settings where name = 'voice_price'`;
});

test('what was read is used for the account that it is about, and for some seconds', async () => {
  const [poor, rich, bad] = await Promise.all([0, 1000, 1000].map((pence) => makeTrunkWithout(app, pence)));
  if (!poor || !rich || !bad) throw new Error('there is no trunk');
  await readFor(app.deps, orderOf(rich));
  expect(await openAtOnce(app.deps, orderOf(poor))).toBeNull();
  expect(await openAtOnce(app.deps, orderOf(rich), false)).not.toBeNull();
  await readFor(app.deps, orderOf(bad));
  await suspend(app, bad.person);
  expect(await openAtOnce(app.deps, orderOf(bad), false)).toBeNull();
  app.clock.advance(KEPT_MS);
  expect(await openAtOnce(app.deps, orderOf(rich), false)).toBeNull();
});

test('what a busy trunk uses is read anew before it is over, beside the call', async () => {
  const trunk = await makeTrunk(app);
  await readFor(app.deps, orderOf(trunk));
  const asked = Promise.withResolvers<void>();
  const unsafe: typeof app.deps.planned.unsafe = (text, values, options) => {
    if (text.includes('pg_current_snapshot')) asked.resolve();
    return app.deps.planned.unsafe(text, values, options);
  };
  const deps = { ...app.deps, planned: { unsafe } };
  app.clock.advance(KEPT_MS - 500);
  expect(await openAtOnce(deps, orderOf(trunk), false)).not.toBeNull();
  await asked.promise;
  app.clock.advance(1000);
  await eventually(
    'a call finds what was read',
    5000,
    async () => (await openAtOnce(deps, orderOf(trunk), false)) !== null,
  );
});

test('an admission reads no more where its trunk has had many calls, also by a plan made when it had few', async () => {
  const trunk = await makeTrunk(app);
  await openAtOnce(app.deps, orderOf(trunk));
  const add = (from: number, to: number) => `
    with had as (select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(${from}, ${to}) n),
      calls as (insert into voice_calls select r.* from had, voice_calls c, jsonb_populate_record(c, to_jsonb(had)
        || '{"ended_at": "2026-01-01", "due_at": null, "set_aside": 0, "transaction_id": null, "counted": 0}') r
        where c.user_id = '${trunk.person.id}' and c.ended_at is null)
    insert into trunk_calls select r.* from had, trunk_calls c, jsonb_populate_record(c,
      jsonb_build_object('call_id', had.id, 'sip_call_id', had.id)) r
      where c.package_id = '${trunk.trunkId}' and c.sip_call_id not like '00000000-%'`;
  const asked: string[] = [];
  const unsafe: typeof app.deps.planned.unsafe = (text, values = []) => {
    const given = values.map((value) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`));
    asked.push(text, given.join());
    return app.deps.sql.unsafe('select');
  };
  await openAtOnce({ ...app.deps, planned: { unsafe } }, orderOf(trunk), false);
  const [row] = await app.deps.sql.begin(async (sql) => {
    const explained = `explain (analyze, buffers, format json) execute admission (${asked[1]})`;
    await sql.unsafe(
      `${add(1, 100)}; set local plan_cache_mode = force_generic_plan; prepare admission as ${asked[0]}`,
    );
    await sql.unsafe(`savepoint few; ${explained}; rollback to few; ${add(101, 5000)}`);
    return sql.unsafe<Explained[]>(explained);
  });
  const nodes = nodesIn(row).filter((node) => node['Relation Name'] === 'trunk_calls');
  expect(nodes.map(rowsReadBy).reduce((most, each) => Math.max(most, each))).toBeLessThan(10);
});
