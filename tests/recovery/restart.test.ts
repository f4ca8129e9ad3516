import postgres from 'postgres';
import { actorOf, BUSY_MS, eventually, expectSoundBooks, newNumber, withId, newNumbers } from '../kit/index.ts';
import { ADMIN_SETTINGS, fundedByAdministrator } from '../kit/administrator.ts';
import { startSystemPostgres } from '../kit/debian-postgres.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';

const SENDERS = 50;
const RESTARTS = 3;
const MANY = 3000;
const servers: ServerProcess[] = [];
const database = await startSystemPostgres();
const sql = postgres(database.url, { max: 1, onnotice: () => {}, backoff: () => 0.05 });
const env = { SANDBOX_CARRIERS: 'on', ...ADMIN_SETTINGS };
for (let started = 0; started < 2; started++) servers.push(await startServerProcess(database.url, env));
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await Promise.all(servers.map((server) => server.kill()));
  await database.stop();
});

test('no charge that was answered is lost, nobody waits for more than 5 s, and both serve again', async () => {
  const [first] = servers;
  if (!first) throw new Error('two processes were started');
  const person = await fundedByAdministrator(first, '500.00');
  const accepted: string[] = [];
  const statuses = new Set<number>();
  const over = new AbortController();
  let slowest = 0;
  const senders = Array.from({ length: SENDERS }, async (_, index) => {
    const at = actorOf(servers[index % 2] ?? first, person);
    while (!over.signal.aborted) {
      const begun = performance.now();
      const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
      const response = await at.as(`/api/users/${person.id}/sms`, { json });
      const answer: unknown = await response.json();
      slowest = Math.max(slowest, performance.now() - begun);
      statuses.add(response.status);
      if (response.status === 201) accepted.push(withId.parse(answer).id);
    }
  });
  for (let restarts = 0; restarts < RESTARTS; restarts++) {
    const before = accepted.length;
    await eventually('charges are accepted', async () => accepted.length > before + SENDERS);
    await database.restart();
  }
  const last = accepted.length;
  await eventually('charges are accepted again', async () => accepted.length > last);
  over.abort();
  await Promise.all(senders);

  expect([...statuses].toSorted()).toEqual([201, 503]);
  expect(slowest).toBeLessThan(5000 + BUSY_MS);
  const stored = new Set((await sql<{ id: string }[]>`select id from sms_messages`).map(({ id }) => id));
  expect(accepted.filter((id) => !stored.has(id))).toEqual([]);
  await expectSoundBooks({ deps: { sql } });
  for (const server of servers) expect((await server.fetch('/readyz')).status).toBe(200);
}, 120_000);

test('a message to many goes on within ten seconds of a crash of the database, and each is sent once', async () => {
  const [first] = servers;
  if (!first) throw new Error('two processes were started');
  const person = await fundedByAdministrator(first, '500.00');
  const recipients = newNumbers(MANY);
  const json = { senderId: 'Topline', recipients, message: 'To many' };
  const sent = await actorOf(first, person).as(`/api/users/${person.id}/sms`, { json });
  const { id } = withId.parse(await sent.json());
  const count = async (statuses: readonly string[]) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from sms_recipients where message_id = ${id} and status = any(${statuses}::text[])`;
    return row?.count ?? 0;
  };
  await eventually('some have left', async () => (await count(['queued'])) < MANY - 100);
  await database.restart();
  const left = await eventually('the database answers', () =>
    count(['queued']).then(
      (queued) => ({ queued }),
      () => null,
    ),
  );
  expect(left.queued).toBeGreaterThan(MANY / 10);
  await eventually('it goes on', 10_000, async () => (await count(['queued'])) < left.queued);
  // After its claim has ended, each message on its way is asked about.
  await eventually('every recipient has its end', 90_000, async () => (await count(['delivered'])) === MANY);
  const [handed] = await sql`
    select count(*)::int as messages, count(distinct reference)::int as recipients from sandbox_messages
    where reference in (select id::text from sms_recipients where message_id = ${id})`;
  expect(handed).toEqual({ messages: MANY, recipients: MANY });
  await expectSoundBooks({ deps: { sql } });
}, 150_000);
