import type { TransactionSql } from 'postgres';
import { makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { eventually, inTurn, openEvents, problemOf, startTestApp, type TestApp } from '../../kit/index.ts';
import { carrierStatus } from '../../../src/carriers/contract.ts';
import { checkCarriers, watchCarriers } from '../../../src/carriers/health.ts';

let app: TestApp;
let admin: TestActor;
beforeEach(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterEach(() => app.stop());

const PATH = '/api/telecom/providers';
const switchTo = (person: TestActor, name: string, headers?: Record<string, string>) =>
  person.as(`${PATH}/${name}`, { method: 'POST', headers });
const status = async () => carrierStatus.parse(await (await admin.as(PATH)).json());
const takeDown = (name: string) => app.deps.sql`insert into sandbox_carriers (name, down) values (${name}, true)`;
const bringUp = (name: string) => app.deps.sql`delete from sandbox_carriers where name = ${name}`;
test('everybody signed in sees the carriers and their health', async () => {
  const person = await signUp(app);
  const expected = {
    activeProvider: 'sandbox',
    providers: ['sandbox', 'sandbox-backup'],
    health: { sandbox: true, 'sandbox-backup': true },
  };
  expect(carrierStatus.parse(await (await person.as(PATH)).json())).toEqual(expected);
  expect((await app.fetch(PATH)).status).toBe(401);
});

describe('an administrator switches', () => {
  test('to a healthy carrier; everybody hears of it, and it is written down', async () => {
    const person = await signUp(app);
    await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
    expect(carrierStatus.parse(await (await switchTo(admin, 'sandbox-backup')).json()).activeProvider).toBe(
      'sandbox-backup',
    );
    expect((await stream.next('provider-switch')).data).toMatchObject({
      from: 'sandbox',
      to: 'sandbox-backup',
      reason: 'manual',
    });
    expect((await status()).activeProvider).toBe('sandbox-backup');
    const [entry] = await app.deps.sql`select actor_id, subject from audit_log where action = 'provider.switched'`;
    expect(entry).toMatchObject({ actor_id: admin.id, subject: 'sandbox-backup' });
  });

  test('not to a carrier that does not exist, is active already or is down', async () => {
    await takeDown('sandbox-backup');
    expect(await problemOf(await switchTo(admin, 'nobody'))).toMatchObject({ status: 404 });
    expect(await problemOf(await switchTo(admin, 'sandbox'))).toMatchObject({
      status: 409,
      code: 'provider_active',
    });
    expect(await problemOf(await switchTo(admin, 'sandbox-backup'))).toMatchObject({
      status: 409,
      code: 'provider_unhealthy',
    });
    expect(await status()).toMatchObject({ activeProvider: 'sandbox', health: { 'sandbox-backup': false } });
  });

  test('one of ten switches at once takes place', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => switchTo(admin, 'sandbox-backup')));
    const codes = responses.map((response) => response.status).toSorted();
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('twice at once, and the second finds the first’s choice', async () => {
    // The row is there from the first question on.
    await status();
    const hold = (sql: TransactionSql) => sql`select from provider_state for update`;
    const answers = await inTurn(app, hold, [
      () => switchTo(admin, 'sandbox-backup'),
      () => switchTo(admin, 'sandbox-backup'),
    ]);
    expect(answers.map((response) => response.status)).toEqual([200, 409]);
  });
});

describe('when the active carrier is down', () => {
  test('the next healthy one takes over and says so', async () => {
    await using stream = await openEvents(app, { authorization: `Bearer ${admin.key}` });
    await takeDown('sandbox');
    await checkCarriers(app.deps);
    expect((await stream.next('provider-switch')).data).toMatchObject({
      from: 'sandbox',
      to: 'sandbox-backup',
      reason: 'failover',
    });
    expect(await status()).toMatchObject({
      activeProvider: 'sandbox-backup',
      health: { sandbox: false, 'sandbox-backup': true },
    });
    const [entry] = await app.deps.sql`select actor_id, detail from audit_log where action = 'provider.failed_over'`;
    expect(entry).toMatchObject({ actor_id: null, detail: { from: 'sandbox', to: 'sandbox-backup' } });
  });

  test('nothing changes where no other is healthy', async () => {
    await takeDown('sandbox');
    await takeDown('sandbox-backup');
    await checkCarriers(app.deps);
    expect((await status()).activeProvider).toBe('sandbox');
  });

  test('an administrator’s choice holds until that carrier fails, and is not taken back when the other recovers', async () => {
    await switchTo(admin, 'sandbox-backup');
    await checkCarriers(app.deps);
    expect((await status()).activeProvider).toBe('sandbox-backup');
    await takeDown('sandbox-backup');
    await checkCarriers(app.deps);
    expect((await status()).activeProvider).toBe('sandbox');
    await bringUp('sandbox-backup');
    await checkCarriers(app.deps);
    expect((await status()).activeProvider).toBe('sandbox');
  });

  test('an administrator’s choice ends the way back to the carrier that served before', async () => {
    await takeDown('sandbox');
    await checkCarriers(app.deps);
    await bringUp('sandbox');
    await checkCarriers(app.deps);
    expect((await switchTo(admin, 'sandbox')).status).toBe(200);
    expect((await switchTo(admin, 'sandbox-backup')).status).toBe(200);
    app.clock.advance(301_000);
    await checkCarriers(app.deps);
    await checkCarriers(app.deps);
    expect((await status()).activeProvider).toBe('sandbox-backup');
  });

  test('one that is not configured any more is down', async () => {
    await status();
    await app.deps.sql`update provider_state set active = 'gone'`;
    await checkCarriers(app.deps);
    expect((await status()).activeProvider).toBe('sandbox');
  });
});

test('carriers are asked at the start of a process, and not only when they are due', async () => {
  const asked = await eventually('an answer of each', async () => {
    const rows = await app.deps.sql<{ name: string; healthy: boolean }[]>`
      select name, healthy from provider_health order by name`;
    return rows.length === 2 && rows;
  });
  expect([...asked]).toEqual([
    { name: 'sandbox', healthy: true },
    { name: 'sandbox-backup', healthy: true },
  ]);
});

test('processes share the probes: fresh ones of another are enough', async () => {
  await checkCarriers(app.deps);
  await takeDown('sandbox');
  await watchCarriers(app.deps);
  expect((await status()).activeProvider).toBe('sandbox');
  app.clock.advance(30_000);
  await watchCarriers(app.deps);
  expect((await status()).activeProvider).toBe('sandbox-backup');
});
