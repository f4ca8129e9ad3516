import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appForFile, eventually, funded, makeAdmin, RunningClock, type TestActor } from '../../kit/index.ts';
import { newNumber, readMessage } from '../../kit/messages.ts';
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts';

/** A process that stands still after it took a message from the queue, and before it hands it over. */

let sender: ServerProcess;
// This one is asked to stop messages, the other one sends.
const app = await appForFile({ clock: new RunningClock(), background: false, soundBooks: true });
const admin = await makeAdmin(app);
afterEach(() => sender.kill());

const isStopped = (pid: number): boolean => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** A message of which the other process has claimed the first recipient of three, and stopped. */
async function claimedByOneThatStopped(person: TestActor): Promise<string> {
  sender = await startServerProcess(
    app.databaseUrl,
    // So few a second that it claims one at a time.
    { SANDBOX_CARRIERS: 'on', SANDBOX_PER_SECOND: '10' },
    { preload: join(import.meta.dir, '../../kit/stop-after-claim.ts') },
  );
  const recipients = [newNumber(), newNumber(), newNumber()];
  // Its answer may be held back as well.
  void sender
    .fetch(`/api/users/${person.id}/sms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.key}` },
      body: JSON.stringify({ senderId: 'Topline', recipients, message: 'Hello' }),
    })
    .catch(() => {});
  await eventually('it has stopped', async () => isStopped(sender.pid));
  const [message] = await app.deps.sql<{ id: string }[]>`
    select id from sms_messages where user_id = ${person.id}`;
  return message?.id ?? '';
}

const stops = [
  {
    what: 'a cancel',
    ask: (person: TestActor, id: string) => person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' }),
    counts: { queued: 0, failed: 3 },
    balance: '1.00',
  },
  {
    what: 'a suspension',
    ask: (person: TestActor, _id: string) =>
      admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' }),
    counts: { queued: 3, failed: 0 },
    balance: '0.91',
  },
];

test.each(stops)('nothing leaves once $what was answered', async ({ ask, counts, balance }) => {
  const person = await funded(app, '1.00');
  const id = await claimedByOneThatStopped(person);
  const statuses = async () =>
    (await app.deps.sql`select status from sms_recipients where message_id = ${id} order by status`).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual(['queued', 'queued', 'sending']);
  expect((await ask(person, id)).status).toBe(200);
  process.kill(sender.pid, 'SIGCONT');
  await eventually('it has gone on', async () => !(await statuses()).includes('sending'));
  expect(await app.deps.sql`select id from sandbox_messages`).toHaveLength(0);
  expect(await readMessage({ ...admin, id: person.id, as: admin.as }, id)).toMatchObject({ counts });
  expect((await app.deps.sql`select credits from users where id = ${person.id}`)[0]?.credits).toBe(balance);
});
