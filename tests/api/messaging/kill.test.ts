import { connect } from '../../../db/client.ts';
import { createDatabase } from '../../kit/cluster.ts';
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts';
import { send, type TestActor, eventually, expectSoundBooks, newNumber, newNumbers } from '../../kit/index.ts';
import { ADMIN_SETTINGS, fundedByAdministrator } from '../../kit/administrator.ts';

const SENDERS = 100;
const servers: ServerProcess[] = [];
const database = await createDatabase();
const connection = connect(database.url);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await connection.close();
  await database.drop();
});

async function startServer(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(database.url, { SANDBOX_CARRIERS: 'on', ...ADMIN_SETTINGS, ...settings });
  servers.push(server);
  return server;
}

/** Null where the server was gone; whether it was charged is then what the books say. */
const sendOne = (person: TestActor): Promise<{ id: string } | null> => send(person, [newNumber()]).catch(() => null);

test('killed during 100 charges, the server leaves nothing unpaid, unrecorded or sent twice', async () => {
  const first = await startServer();
  const person = await fundedByAdministrator(first, '100.00');
  const accepted: string[] = [];
  const enough = Promise.withResolvers<void>();
  // Each sends one message after another until it is cut off, so that the kill finds 100 under way.
  const senders = Array.from({ length: SENDERS }, async () => {
    for (;;) {
      const response = await sendOne(person);
      if (!response) return;
      accepted.push(response.id);
      if (accepted.length >= SENDERS) enough.resolve();
    }
  });
  await enough.promise;
  await eventually('messages on their way', async () => {
    const rows = await connection.sql`select id from sms_recipients where status = 'sending' limit 1`;
    return rows.length > 0;
  });
  await first.kill();
  await Promise.all(senders);

  // The dead process's claims end after half a minute; the test does not wait for that.
  await connection.sql`
    update sms_recipients set claimed_until = now() - interval '1 second' where status = 'sending'`;
  await startServer();
  await eventually('every recipient has its end', 30_000, async () => {
    const [row] = await connection.sql<{ open: number }[]>`
        select count(*)::int as open from sms_recipients where status <> 'delivered'`;
    return row?.open === 0;
  });

  await expectSoundBooks({ deps: connection });
  const [books] = await connection.sql`
    select (select count(*)::int from sms_messages) as messages,
      (select count(*)::int from transactions where type = 'sms_charge') as charges,
      (select count(*)::int from sms_recipients) as recipients,
      (select count(*)::int from sandbox_messages) as handed_over,
      (select count(distinct reference)::int from sandbox_messages) as distinct_recipients,
      (select count(*)::int from sms_messages where id in ${connection.sql(accepted)}) as accepted`;
  const messages = books?.messages;
  expect(messages).toBeGreaterThanOrEqual(SENDERS);
  expect(books).toEqual({
    messages,
    charges: messages,
    recipients: messages,
    handed_over: messages,
    distinct_recipients: messages,
    accepted: accepted.length,
  });
}, 90_000);

test('killed amid a message to many, another server goes on within ten seconds: each is sent once', async () => {
  for (const server of servers) await server.kill();
  // So few a second that one run of its job lasts until after the kill.
  const slowly = { SANDBOX_PER_SECOND: '15' };
  const first = await startServer(slowly);
  const person = await fundedByAdministrator(first, '100.00');
  const { id } = await send(person, newNumbers(400), 'To many');
  const count = async (status: string) => {
    const [row] = await connection.sql<{ count: number }[]>`
      select count(*)::int as count from sms_recipients where message_id = ${id} and status = ${status}`;
    return row?.count ?? 0;
  };
  await eventually('some have left', async () => (await count('queued')) < 390);
  await startServer(slowly);
  await first.kill();
  const left = await count('queued');
  expect(left).toBeGreaterThan(50);
  const claimed = await connection.sql<{ id: string }[]>`
    select id from sms_recipients where message_id = ${id} and status = 'sending'`;
  await eventually('the other server goes on', 10_000, async () => (await count('queued')) < left);

  // The dead process's claims end after half a minute; the test does not wait for that.
  await connection.sql`
    update sms_recipients set claimed_until = now() - interval '1 second'
    where status = 'sending' and id = any(${claimed.map((recipient) => recipient.id)}::uuid[])`;
  await eventually('every recipient has its end', 120_000, async () => (await count('delivered')) === 400);
  const [handed] = await connection.sql`
    select count(*)::int as messages, count(distinct reference)::int as recipients from sandbox_messages
    where reference in (select id::text from sms_recipients where message_id = ${id})`;
  expect(handed).toEqual({ messages: 400, recipients: 400 });
  await expectSoundBooks({ deps: connection });
}, 240_000);
