import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { type TestActor, actorOf, funded } from '../kit/actors.ts';
import { appForFile, BUSY_MS, eventually, forFile, newNumber, openEvents, withId } from '../kit/index.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { openTcpProxy } from '../kit/tcp-proxy.ts';

const SENDERS = 50;
const CUTS = 20;
const app = await appForFile({ background: false, soundBooks: true });
const proxy = await forFile(openTcpProxy(app.databaseUrl));
const server = await forFile(startServerProcess(proxy.url, { SANDBOX_CARRIERS: 'on', LOG_LEVEL: 'error' }));
afterEach(() => proxy.mode('carry'));

interface Storm {
  accepted: string[];
  statuses: Set<number>;
  slowest: number;
}

/** Sends messages as fast as answers come, until it is told to stop. */
async function sendUnder(person: TestActor, cut: () => Promise<void>): Promise<Storm> {
  const storm: Storm = { accepted: [], statuses: new Set(), slowest: 0 };
  const over = new AbortController();
  const at = actorOf(server, person);
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
      const response = await at.as(`/api/users/${person.id}/sms`, { json });
      storm.statuses.add(response.status);
      storm.slowest = Math.max(storm.slowest, performance.now() - begun);
      const answer: unknown = await response.json();
      if (response.status === 201) storm.accepted.push(withId.parse(answer).id);
    }
  });
  for (let cuts = 0; cuts < CUTS; cuts++) {
    const sofar = storm.accepted.length;
    await cut();
    await eventually('messages are accepted again', async () => storm.accepted.length >= sofar + 5);
  }
  over.abort();
  await Promise.all(senders);
  return storm;
}

const balanceOf = async ({ id }: TestActor) =>
  (await app.deps.db.select({ credits: users.credits }).from(users).where(eq(users.id, id)))[0]?.credits;

const CUT: [string, () => Promise<void>][] = [
  [
    'ended by the server',
    async () => {
      await app.deps.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and client_port = any(${proxy.ports}::int[])`;
    },
  ],
  ['reset on their way', async () => proxy.reset()],
];

for (const [how, cut] of CUT) {
  test(`connections that are ${how} ${CUTS} times lose no charge that was answered, and end no process`, async () => {
    const person = await funded(app, '1000.00');
    await using events = await openEvents(server, { authorization: `Bearer ${person.key}` });
    const storm = await sendUnder(person, cut);
    for (const status of storm.statuses) expect([201, 503]).toContain(status);
    expect(storm.slowest).toBeLessThan(10_000);

    // Every accepted message is stored and charged; one that got a 503 may be stored and charged, but only once.
    const stored = await app.deps.sql<{ id: string }[]>`
      select m.id from sms_messages m join transactions t on t.id = m.transaction_id
      where m.user_id = ${person.id} and t.amount = 0.03`;
    const ids = new Set(stored.map(({ id }) => id));
    expect(storm.accepted.filter((id) => !ids.has(id))).toEqual([]);
    expect(Number(await balanceOf(person))).toBe(10_000_000 - 300 * stored.length);

    // All queued messages are sent, each once, and the stream that stayed open reports it.
    await eventually('all have left', 30_000, async () => {
      const [row] = await app.deps.sql<{ waiting: number }[]>`
          select count(*)::int as waiting from sms_recipients
          where status in ('queued', 'sending') and claimed_until is null`;
      return row?.waiting === 0;
    });
    const [twice] = await app.deps.sql<{ twice: number }[]>`
      select count(*)::int as twice from (
        select reference from sandbox_messages group by 1 having count(*) > 1) s`;
    expect(twice).toEqual({ twice: 0 });
    expect((await events.next('message-status')).data.status).toBeString();

    expect(server.log.filter((line) => line.includes('caught by nobody'))).toEqual([]);
    expect((await server.fetch('/readyz')).status).toBe(200);
  }, 120_000);
}

test('a database that goes silent is answered for with 503 within 5 s, and served again when it speaks', async () => {
  const person = actorOf(server, await funded(app, '10.00'));
  proxy.mode('silent');
  const begun = performance.now();
  const cutOff = await Promise.all(Array.from({ length: 20 }, () => person.as(`/api/users/${person.id}/transactions`)));
  expect(performance.now() - begun).toBeLessThan(5000 + BUSY_MS);
  expect(cutOff.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
  expect(cutOff[0]?.headers.get('retry-after')).toBe('2');
  expect((await server.fetch('/readyz')).status).toBe(503);
  // Bytes that the proxy discarded never arrive: nothing may wait for the connections that expected them.
  proxy.mode('carry');
  await eventually('it serves again', async () => (await server.fetch('/readyz')).ok);
  for (let request = 0; request < 20; request++) {
    expect((await person.as(`/api/users/${person.id}/transactions`)).status).toBe(200);
  }
}, 60_000);
