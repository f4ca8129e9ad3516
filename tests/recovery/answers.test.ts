import { signMessage } from '../../src/carriers/adapters/sandbox/incoming.ts';
import { bought } from '../api/numbers/numbers.ts';
import { replyTo } from '../api/inbox/answering.ts';
import { newNumber, appForFile, balanceOf, eventually, funded, RunningClock, startTestApp } from '../kit/index.ts';
import { startServerProcess } from '../kit/server-process.ts';

/**
 * A process is killed between the storing of a message and the end of its automatic answer. Another one completes it:
 * the sender is answered once, and the owner charged once.
 */

const SECRET = 'a secret that only the killed process has';
/** The killed process waits for this, so that it is killed exactly there. */
const GATE = 17_042;
const app = await appForFile({ background: false, clock: new RunningClock(), soundBooks: true });
await app.deps.sql.unsafe(`
    create function wait_at_gate() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(${GATE}); return new; end'`);

/** The sessions that wait at the gate. */
const waiting = async () =>
  (
    await app.deps.sql<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`
  ).map(({ pid }) => pid);

/** Before which change of which table the process is killed, and whether the statement that waited is lost with it. */
const PLACES = [
  { name: 'while its answer is sent, which is lost', change: 'insert on sms_messages', lost: true },
  {
    name: 'while its answer is sent, which the database still does',
    change: 'insert on sms_messages',
    lost: false,
  },
  { name: 'after its answer was sent, before that is noted', change: 'update on auto_replies', lost: true },
] as const;

test.each([...PLACES])(
  'a message whose process is killed $name is answered once',
  async ({ change, lost }) => {
    const { sql } = app.deps;
    const person = await funded(app, '50.00');
    const { id, number } = await bought(person);
    const answers = { rules: [replyTo('PRICE', 'Nine pounds')], office: null, answersPerDay: null };
    const set = await person.as(`/api/users/${person.id}/did-numbers/${id}/answers`, { method: 'PUT', json: answers });
    expect(set.status).toBe(200);

    const doomed = await startServerProcess(app.databaseUrl, { SANDBOX_CARRIERS: 'on', SESSION_SECRET: SECRET });
    const gate = await sql.reserve();
    await gate`select pg_advisory_lock(${GATE})`;
    await sql.unsafe(`create trigger gate before ${change} for each row execute function wait_at_gate()`);
    const host = { config: { ...app.deps.config, sessionSecret: SECRET }, clock: app.clock };
    const message = { id: Bun.randomUUIDv7(), from: newNumber(), to: number, text: 'price' };
    const { body, headers } = signMessage(host, 'sandbox', message);
    expect((await doomed.fetch('/api/callbacks/sandbox/messages', { method: 'POST', body, headers })).status).toBe(204);
    await eventually('its answer is amid the work', 30_000, async () => (await waiting()).length > 0);
    await doomed.kill();
    if (lost) for (const pid of await waiting()) await sql`select pg_terminate_backend(${pid}::int)`;
    await gate`select pg_advisory_unlock(${GATE})`;
    gate.release();
    await eventually('nobody waits any more', async () => (await waiting()).length === 0);
    await sql.unsafe(`drop trigger gate on ${change.split(' on ')[1]}`);

    // The dead process's claims end after half a minute; the test does not wait for that.
    await sql`update sms_recipients set claimed_until = now() - interval '1 second' where status = 'sending'`;
    const survivor = await startTestApp({ beside: app });
    await eventually('the answer is delivered', 30_000, async () => {
      const [reply] = await sql`
          select 1 from auto_replies a join sms_recipients r on r.message_id = a.message_id
          where a.user_id = ${person.id} and a.status = 'sent' and r.status = 'delivered'`;
      return reply !== undefined;
    });
    await survivor.stop();
    const [counts] = await sql`
      select (select count(*)::int from auto_replies where user_id = ${person.id}) as replies,
        (select count(*)::int from sms_messages where user_id = ${person.id}) as messages,
        (select count(*)::int from transactions where user_id = ${person.id} and type = 'sms_charge') as charges,
        (select count(*)::int from conversation_messages where user_id = ${person.id}) as shown,
        (select count(*)::int from sandbox_messages where reference in (
          select r.id::text from sms_recipients r join sms_messages m on m.id = r.message_id
          where m.user_id = ${person.id})) as handed_over`;
    expect(counts).toEqual({ replies: 1, messages: 1, charges: 1, shown: 2, handed_over: 1 });
    expect(await balanceOf(person)).toBe('0.97');
  },
  120_000,
);
