import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import pino from 'pino';
import postgres from 'postgres';
import { startDatabaseClock } from '../../src/platform/database-clock.ts';
import { eventually, funded, MachineClock, machineTime, newNumber, readAs, withId } from '../kit/index.ts';
import { createDatabase } from '../kit/cluster.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { appForFile, forFile } from '../kit/file-app.ts';

const app = await appForFile({ background: false, clock: new MachineClock() });
const preload = join(import.meta.dir, '..', 'kit', 'hour-ahead.ts');
const settings = { SANDBOX_CARRIERS: 'on', TEST_NOW: '' };
await forFile(startServerProcess(app.databaseUrl, settings, { preload }));

test('a process on a machine an hour ahead takes over what was abandoned, and nothing else', async () => {
  const person = await funded(app, '10.00');
  const json = { senderId: 'Topline', recipients: [newNumber(), newNumber()], message: 'Hello' };
  const { id } = await readAs(person.as(`/api/users/${person.id}/sms`, { json }), withId);
  const states = () => app.deps.sql<{ id: string; status: string; claimed_until: string | null }[]>`
    select id, status, claimed_until::text from sms_recipients where message_id = ${id} order by id`;
  const abandoned = async () => (await states())[1];
  await eventually('both have arrived', async () => (await states()).every(({ status }) => status === 'delivered'));
  await app.deps.sql`
    update sms_recipients r set status = 'sending', claimed_until = now() + c.later
    from (values (${(await states())[0]?.id ?? ''}::uuid, interval '1 minute'),
      (${(await abandoned())?.id ?? ''}::uuid, interval '-1 minute')) as c (id, later)
    where r.message_id = ${id} and r.id = c.id`;
  const [claimed] = await states();
  await eventually('the abandoned one is taken over', async () => (await abandoned())?.status !== 'sending');
  expect((await states())[0]).toEqual(claimed);
});

test("the clock follows PostgreSQL's where that is set", async () => {
  const database = await createDatabase();
  // The search path finds this function before PostgreSQL's own.
  const sql = postgres(database.url, { max: 1, connection: { search_path: 'moved, pg_catalog' } });
  await sql.unsafe(`
    create schema moved;
    create table moved.by as select interval '0' as ahead;
    create function moved.clock_timestamp() returns timestamptz
      return pg_catalog.clock_timestamp() + (select ahead from moved.by)`);
  const { clock, set, stop } = await startDatabaseClock(sql, pino({ level: 'silent' }));
  // Zero is added, because a little less than nothing is rounded to -0.
  const hoursAhead = () => Math.round((clock.now().getTime() - machineTime().getTime()) / 3_600_000) + 0;
  const setAheadHours = () => Math.round((clock.setAheadMs?.() ?? 0) / 3_600_000);
  try {
    expect([hoursAhead(), setAheadHours()]).toEqual([0, 0]);
    await sql`update moved.by set ahead = '-2 hours'`;
    await set();
    expect([hoursAhead(), setAheadHours()]).toEqual([-2, 0]);
    await sql`update moved.by set ahead = '2 hours'`;
    await set();
    expect([hoursAhead(), setAheadHours()]).toEqual([2, 4]);
    // A change that is no jump says nothing about the other processes.
    await set();
    expect([hoursAhead(), setAheadHours()]).toEqual([2, 4]);
    await sql`update moved.by set ahead = '3 hours'`;
    await set();
    expect([hoursAhead(), setAheadHours()]).toEqual([3, 5]);
    // The longest claim holds for three minutes, from when the last of the others follows.
    const later = performance.now() + 190_000;
    const steady = spyOn(performance, 'now').mockReturnValue(later);
    expect(setAheadHours()).toBe(0);
    steady.mockRestore();
  } finally {
    await stop();
    await sql.end();
    await database.drop();
  }
});
