import { expect, test } from 'bun:test';
import postgres from 'postgres';
import { appForFile, balanceOf, eventually, funded, newNumber, postSms, forFile } from '../../kit/index.ts';
import { createDatabase } from '../../kit/cluster.ts';

/** A send and a migration that wait for each other's tables. */

const database = await forFile(createDatabase());
const other = await forFile(postgres(database.url, { max: 1, onnotice: () => {} }));
// So that a busy machine has time to make the deadlock before it is looked for.
const [{ name } = { name: '' }] = await other<{ name: string }[]>`select current_database() as name`;
await other.unsafe(`alter database "${name}" set deadlock_timeout = '3s'`);
const app = await appForFile({ databaseUrl: database.url, background: false, soundBooks: true });

test('a send that PostgreSQL gives up in a deadlock is done again: it is accepted, and charged once', async () => {
  const person = await funded(app, '1.00');
  const sending = await other.begin(async (tx) => {
    // The send is who gives way.
    await tx`set local deadlock_timeout = '1h'`;
    await tx`lock table sms_recipients in access exclusive mode`;
    const begun = postSms(person, [newNumber()]);
    await eventually('the send waits', async () => {
      const waiting = await app.deps.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await tx`lock table users in access exclusive mode`;
    return [begun];
  });
  const [answer] = await Promise.all(sending);
  expect(answer?.status).toBe(201);
  expect(await balanceOf(person)).toBe('0.97');
});
