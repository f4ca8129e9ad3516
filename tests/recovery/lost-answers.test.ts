import postgres from 'postgres';
import { conversation, conversationMessage } from '../../src/services/inbox/contract.ts';
import { createVerification } from '../../src/services/verifications/contract.ts';
import { bought } from '../api/numbers/numbers.ts';
import { appForFile, balanceOf, eventually, funded, sentCodes, type TestActor, forFile } from '../kit/index.ts';
import { createDatabase } from '../kit/cluster.ts';
import { comeIn, newNumber, readAnswer, readAs, withId } from '../kit/index.ts';
import { openTcpProxy } from '../kit/tcp-proxy.ts';

/**
 * The parts of a message are written before it, and are taken back where the message is refused. Here the
 * message is accepted and charged, and only the answer to that is lost: the request is repeated with its key.
 */

const database = await forFile(createDatabase());
const direct = await forFile(postgres(database.url, { max: 2, onnotice: () => {} }));
const proxy = await forFile(openTcpProxy(database.url));
const app = await appForFile({ databaseUrl: proxy.url, background: false, soundBooks: true });

async function countMessages({ id }: TestActor): Promise<number> {
  const [row] = await direct<{ count: number }[]>`
    select count(*)::int as count from sms_messages where user_id = ${id}`;
  return row?.count ?? 0;
}

/** Makes a request that sends a message, and cuts its connection when that has been accepted. */
async function withoutAnswer(person: TestActor, request: () => Promise<Response>): Promise<Response> {
  const before = await countMessages(person);
  const { begun, cut } = await direct.begin(async (tx) => {
    await tx`select from users where id = ${person.id} for no key update`;
    const asked = request();
    const waiting = await eventually('the charge waits for the account', async () => {
      const [found] = await direct<{ port: number }[]>`
        select client_port as port from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return found;
    });
    return { begun: asked, cut: proxy.lose(waiting.port) };
  });
  await eventually('it is accepted', async () => (await countMessages(person)) > before);
  cut();
  return begun;
}

/** The request is repeated until its outcome is known, and was charged once. @returns the answer to the repetition */
async function repeated(
  person: TestActor,
  request: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const before = await balanceOf(person);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  expect((await withoutAnswer(person, () => request(headers))).status).toBe(503);
  const charged = await balanceOf(person);
  expect(charged).not.toBe(before);
  const answer = await request(headers);
  expect(answer.status).toBe(201);
  expect(await balanceOf(person)).toBe(charged);
  return answer;
}

test('a verification is the one whose code has left', async () => {
  const person = await funded(app, '1.00');
  const path = `/api/users/${person.id}/verifications`;
  const json = { to: newNumber() };
  const made = await readAnswer(
    repeated(person, (headers) => person.as(path, { json, headers })),
    createVerification,
  );
  const sent = await direct`
    select from verification_sends s join sms_messages m on m.id = s.message_id
    where s.verification_id = ${made.id} and m.user_id = ${person.id}`;
  expect(sent).toHaveLength(1);
  expect((await person.as(`${path}/${made.id}/check`, { json: { code: made.code } })).status).toBe(200);
});

test('a code for a number of one’s own is the one that has left', async () => {
  const person = await funded(app, '1.00');
  const path = `/api/users/${person.id}/number-proofs`;
  const number = newNumber();
  await readAs(
    repeated(person, (headers) => person.as(`${path}/message`, { json: { number }, headers })),
    withId,
  );
  const [proof] = await sentCodes({ sql: direct, config: app.deps.config }, person);
  expect((await person.as(path, { method: 'PUT', json: { number, code: proof?.code } })).status).toBe(200);
});

test('a reply stands in its conversation once', async () => {
  const person = await funded(app, '50.00');
  const own = await bought(person);
  await comeIn(app, { from: newNumber(), to: own.number, text: 'When?' });
  const path = `/api/users/${person.id}/conversations`;
  const [{ id } = { id: '' }] = await readAs(person.as(path), conversation.array());
  const json = { message: 'At nine' };
  await repeated(person, (headers) => person.as(`${path}/${id}/messages`, { json, headers }));
  const messages = await readAs(person.as(`${path}/${id}/messages`), conversationMessage.array());
  expect(messages.map(({ text }) => text)).toEqual(['At nine', 'When?']);
  expect(await direct`select from conversation_messages where conversation_id = ${id}`).toHaveLength(2);
});
