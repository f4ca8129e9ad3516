import { PgDialect } from 'drizzle-orm/pg-core';
import { signMessage } from '../../../src/carriers/adapters/sandbox/incoming.ts';
import { startMessaging } from '../../../src/services/messaging/background.ts';
import { didNumber, hold } from '../../../src/services/numbers/contract.ts';
import { numberDetails } from '../../../src/services/numbers/details/contract.ts';
import { trafficSql } from '../../../src/services/numbers/details/get-number.ts';
import { eventually, expectProblem, inVain, newNumber, readAs, type TestActor, send } from '../../kit/index.ts';
import { type Explained, nodesIn, rowsReadBy } from '../../kit/plan.ts';
import { newDestination, order, pass, settle, startVoiceApp } from '../voice/calls.ts';
import { announce, forward, plan } from '../voice/incoming.ts';
import { bought, buyAs, buyer, freeNumber, holdAs } from './numbers.ts';
import { endWithSoundBooks, forFile } from '../../kit/file-app.ts';

/* A minute to a British mobile costs £0.10, a message £0.03. */

const app = await forFile(startVoiceApp());
endWithSoundBooks(app);

const pathOf = (person: TestActor, id: string) => `/api/users/${person.id}/did-numbers/${id}`;

const detailsOf = async (person: TestActor, id: string) => readAs(await person.as(pathOf(person, id)), numberDetails);

async function write(to: string): Promise<void> {
  const message = { id: Bun.randomUUIDv7(), from: newNumber(), to, text: 'Are you open?' };
  const { body, headers } = signMessage(app.deps, 'sandbox', message);
  expect((await app.fetch('/api/callbacks/sandbox/messages', { method: 'POST', headers, body })).status).toBe(204);
}

/** Somebody has two numbers: what goes through one of them is not counted for the other. */
test('a number tells what it can and what went through it in 30 days, each thing once', async () => {
  const person = await buyer(app);
  const [own, other] = [await bought(person), await bought(person)];
  const nothing = { messagesIn: 0, messagesOut: 0, callsIn: 0, callsOut: 0, minutes: 0, cost: '0.0000' };
  const since = new Date(app.clock.now().getTime() - 30 * 86_400_000).toISOString();
  expect(await detailsOf(person, own.id)).toEqual({
    ...own,
    abilities: { receiveMessages: true, sendMessages: true, receiveCalls: true, makeCalls: true, ringTrunks: false },
    traffic: { since, ...nothing },
    papers: null,
  });

  await write(own.number);
  await write(own.number);
  await write(other.number);
  for (const senderId of [own.number, own.number.slice(1), 'TOPLINE', other.number]) {
    await send(person, [newNumber(), newNumber()], { senderId });
  }
  const messaging = startMessaging(app.deps);
  app.deps.signals.smsQueued.fire();
  await eventually(
    'four messages handed over',
    async () => (await detailsOf(person, own.id)).traffic.messagesOut === 4,
  );
  await messaging.stop();
  await plan(person, own.id, [forward(newDestination())]);
  await announce(app, { to: own.number });
  // From one of the numbers to the other: a call in of that one, and no call out of this one.
  await announce(app, { to: other.number, from: own.number });
  await order(person, { callerId: own.number });
  await order(person, { callerId: other.number });
  for (let seconds = 0; seconds < 200; seconds += 50) await pass(app, 50);
  await settle(app);

  const { traffic } = await detailsOf(person, own.id);
  // Four messages of £0.03, two minutes of the leg and two of the call out.
  expect(traffic).toEqual({
    since: new Date(app.clock.now().getTime() - 30 * 86_400_000).toISOString(),
    ...{ messagesIn: 2, messagesOut: 4, callsIn: 1, callsOut: 1, minutes: 4, cost: '0.5200' },
  });
  app.clock.advance(31 * 86_400_000);
  expect((await detailsOf(person, own.id)).traffic).toMatchObject(nothing);
});

test('a number has a name, which its next owner does not inherit', async () => {
  const [person, next] = [await buyer(app), await buyer(app)];
  const own = await bought(person, 'Austria');
  const named = async (name: string) =>
    readAs(await person.as(pathOf(person, own.id), { method: 'PUT', json: { name } }), didNumber);
  expect((await named(' Front desk ')).name).toBe('Front desk');
  expect((await detailsOf(person, own.id)).name).toBe('Front desk');
  await expectProblem(
    await person.as(pathOf(person, own.id), { method: 'PUT', json: { name: 'x'.repeat(61) } }),
    'validation_failed',
  );
  expect((await named('')).name).toBeNull();
  await named('Front desk');

  // The month and its grace period end.
  app.clock.advance(60 * 86_400_000);
  await expectProblem(await person.as(pathOf(person, own.id)), 'not_found');
  expect((await readAs(await buyAs(next, own.number, { country: 'Austria' }), didNumber)).name).toBeNull();
});

test('a number that carries no messages says so before it is bought, and takes none', async () => {
  const person = await buyer(app);
  const number = await freeNumber(person, 'Japan');
  const held = await readAs(await holdAs(person, number, 'Japan'), hold);
  expect(held).toMatchObject({ carriesMessages: false, carriesCalls: true });
  const usual = await readAs(await holdAs(person, await freeNumber(person)), hold);
  expect(usual).toMatchObject({ carriesMessages: true, carriesCalls: true });

  const own = await readAs(await buyAs(person, number, { country: 'Japan' }), didNumber);
  const { abilities } = await detailsOf(person, own.id);
  expect(abilities).toEqual({
    ...{
      receiveMessages: false,
      sendMessages: false,
      receiveCalls: true,
      makeCalls: true,
      ringTrunks: false,
    },
  });
  const tried = await person.as(`${pathOf(person, own.id)}/try`, { json: { from: newNumber(), text: 'Hi' } });
  await expectProblem(tried, 'not_allowed_now');
  // Bought without a hold, its carrier is asked as well.
  const unheld = await bought(person, 'Brazil');
  expect((await detailsOf(person, unheld.id)).abilities.receiveMessages).toBe(false);
});

test('the traffic of one number reads nothing of the account’s other numbers', async () => {
  const person = await buyer(app);
  const own = await bought(person);
  const since = new Date(app.clock.now().getTime() - 30 * 86_400_000);
  const question = new PgDialect().sqlToQuery(trafficSql({ userId: person.id, number: own.number, since }));
  const values = question.params.map(String);
  await inVain(app.deps.sql, async (sql) => {
    const id = sql`gen_random_uuid()`;
    const now = sql`${app.clock.now().toISOString()}::timestamptz`;
    // An id says when its row was made, which is a time of the test's clock and not of PostgreSQL's.
    const ownId = sql`uuidv7(${now} - clock_timestamp())`;
    // The transactions and the conversations that they belong to do not matter here.
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost, transaction_id,
        recipient_count, queued_count, handed_over_count, sent_at)
      select ${ownId}, ${person.id}, case when n <= 5 then ${own.number} else '+4420794' || n end, 'Hi', 1,
        'completed', 0.03, 0.03, ${id}, 1, 0, 1, ${now} from generate_series(1, 20000) n`;
    await sql`
      insert into voice_calls (id, user_id, origin, caller_id, destination, duration, cost, actual_cost, called_at,
        ended_at)
      select ${ownId}, ${person.id}, case when n % 2 = 0 then 'incoming' else 'browser' end,
        case when n in (1, 3) then ${own.number} else '+4420794' || n end,
        case when n in (2, 4, 6) then ${own.number} else '+4420795' || n end, 61, 0.2, 0.2, ${now}, ${now}
      from generate_series(1, 20000) n`;
    await sql`analyze sms_messages, voice_calls`;
    const [row] = await sql.unsafe<Explained[]>(`explain (analyze, format json) ${question.sql}`, values);
    const read = nodesIn(row).flatMap((node) => {
      const table = node['Relation Name'];
      if (table !== 'sms_messages' && table !== 'voice_calls') return [];
      return [[table, node['Index Name'], rowsReadBy(node)]];
    });
    expect(read).toContainEqual(['sms_messages', 'sms_messages_from_number', 5]);
    expect(read).toContainEqual(['voice_calls', 'voice_calls_any_from', 2]);
    expect(read).toContainEqual(['voice_calls', 'voice_calls_any_to', 3]);
  });
});
