import postgres from 'postgres';
import { appForFile, balanceOf, funded, newNumber, postSms, forFile, untilWaiting } from '../../kit/index.ts';
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
    await untilWaiting(app.deps.sql);
    await tx`lock table users in access exclusive mode`;
    return [begun];
  });
  const [answer] = await Promise.all(sending);
  expect(answer?.status).toBe(201);
  expect(await balanceOf(person)).toBe('0.97');
});
