import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamEvents } from '../../../src/platform/events/contract.ts';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as templates from '../../../src/services/messaging/templates/contract.ts';
import * as voice from '../../../src/services/voice/contract.ts';
import { curl } from '../../../web/features/api-docs/curl.ts';
import { type AnyEndpoint, endpointsOf } from '../../../web/features/api-docs/endpoints.ts';
import { exampleOf, type KnownIds } from '../../../web/features/api-docs/example-request.ts';
import { pythonExample } from '../../../web/features/api-docs/python-example.ts';
import { typescriptExample } from '../../../web/features/api-docs/typescript-example.ts';
import { credit, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { eventually } from '../../kit/eventually.ts';
import { newNumber, send, untilStatus } from '../../kit/messages.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { store } from '../../../src/services/inbox/store.ts';
import { bought } from '../numbers/numbers.ts';
import { order, readCall } from '../voice/calls.ts';

/** Every example of the API documentation, run as it is pasted, against a real server. */
let app: TestApp;
/** Somebody who has everything that an example could name, and an administrator for what is theirs alone. */
let rich: TestActor;
let known: KnownIds;
let admin: TestActor;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  rich = await personWithCredit();
  known = { ...(await recordedCall()), ...(await failedMessage()), ...(await conversation()) };
  admin = await makeAdmin(app);
  folder = await mkdtemp(join(tmpdir(), 'topline-examples-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function personWithCredit(): Promise<TestActor> {
  const person = await funded(app, '100.00');
  return person;
}

async function failedMessage(): Promise<KnownIds> {
  const { id } = await send(rich, [newNumber('0000')]);
  await untilStatus(rich, id, 'failed');
  return { messageId: id };
}

async function recordedCall(): Promise<KnownIds> {
  const { id: callId } = await order(rich, { recorded: true });
  const recordingId = await eventually('a recording', async () => {
    const [recording] = (await readCall(rich, callId)).recordings;
    return recording?.status === 'ready' && recording.id;
  });
  return { callId, recordingId };
}

/** A recipient of whom nobody knows whether the message left. */
async function unknownRecipient(): Promise<KnownIds> {
  const { messageDetails } = await send(rich, [newNumber()]);
  const recipientId = messageDetails.recipients[0]?.messageId;
  await eventually('it has left', async () => {
    const changed = await app.deps.sql`
      update sms_recipients set status = 'unknown' where id = ${recipientId ?? ''} and status = 'delivered'
      returning id`;
    return changed.length > 0;
  });
  return { recipientId };
}

const contracts = { ...messaging, ...messagingAdmin, ...templates, ...voice };
const ENDPOINTS = endpointsOf(contracts, { first: messaging.sendSms.name, admin: true });
const [EVERYBODYS = [], ADMINISTRATORS = []] = [false, true].map((admins) =>
  ENDPOINTS.filter(({ access }) => (access === 'admin') === admins),
);

/** Which hour there is to settle, its own screen says. */
const SHOWN_TO_ADMINISTRATORS = ADMINISTRATORS.filter(
  ({ name }) => name !== messagingAdmin.settleUnknownGroup.name,
);

/** A conversation begins with somebody else, so that no example can make one. */
const { tryNumber: _tryNumber, ...conversationEndpoints } = inbox;
const CONVERSATIONS = endpointsOf(conversationEndpoints, { first: inbox.listReceived.name, admin: false });

async function conversation(): Promise<KnownIds> {
  const { number } = await bought(rich);
  const message = {
    providerMessageId: Bun.randomUUIDv7(),
    from: newNumber(),
    to: number,
    text: 'Hello',
    part: null,
  };
  await transact(app.deps, (tx) => store({ tx, deps: app.deps }, { provider: 'sandbox', message }));
  const [row] = await app.deps.sql<{ id: string }[]>`select id from conversations where user_id = ${rich.id}`;
  return { conversationId: row?.id };
}

const LANGUAGES = [
  { name: 'curl', write: curl, file: 'example.sh', run: 'bash' },
  { name: 'TypeScript', write: typescriptExample, file: 'example.ts', run: process.execPath },
  { name: 'Python', write: pythonExample, file: 'example.py', run: 'python3' },
] as const;
type Language = (typeof LANGUAGES)[number];

async function start(code: string, { file, run }: Language, key: string) {
  const path = join(folder, `${Bun.randomUUIDv7()}-${file}`);
  await writeFile(path, code);
  return Bun.spawn([run, path], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: process.env.PATH, HOME: folder, API_KEY: key },
  });
}

/** Runs an example as a person would; it must succeed, and print what it got. */
async function expectWorks(language: Language, endpoint: AnyEndpoint, person: TestActor, ids: KnownIds) {
  const caller = { origin: app.url, ids: { ...ids, id: person.id }, now: app.clock.now() };
  const example = exampleOf(endpoint, caller);
  if (!example) throw new Error(`no example of ${endpoint.name}`);
  const program = await start(language.write(example), language, person.key);
  const [output, errors, code] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ]);
  expect({ code, errors: code === 0 ? '' : errors + output }).toEqual({ code: 0, errors: '' });
  if (example.request.answer === 'json') expect(output).toMatch(/[[{]/);
}

describe.each(LANGUAGES.map((language) => ({ ...language })))('$name', (language) => {
  test.each(EVERYBODYS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s works for somebody who has nothing yet',
    async (_name, endpoint) => expectWorks(language, endpoint, await personWithCredit(), {}),
  );

  test.each(EVERYBODYS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s works for somebody who has one of everything',
    async (_name, endpoint) => expectWorks(language, endpoint, rich, known),
  );

  test.each(CONVERSATIONS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s works for somebody who was written to',
    async (_name, endpoint) => expectWorks(language, endpoint, rich, known),
  );

  test.each(SHOWN_TO_ADMINISTRATORS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s works for an administrator',
    async (_name, endpoint) => expectWorks(language, endpoint, admin, await unknownRecipient()),
  );

  test('the stream of events works', async () => {
    const example = exampleOf(streamEvents, { origin: app.url, ids: {}, now: app.clock.now() });
    if (!example) throw new Error('no example of the stream');
    const program = await start(language.write(example), language, rich.key);
    const seen = readUntil(program.stdout, 'event: balance');
    await eventually('an event arrives', async () => {
      await credit(app, rich, '1.00');
      return Promise.race([seen, Bun.sleep(200).then(() => false)]);
    });
    program.kill();
    await program.exited;
  });
});

test('what somebody has is left alone', async () => {
  expect(await readCall(rich, known.callId ?? '')).toMatchObject({ recordings: [{ id: known.recordingId }] });
});

test('there is no example of settling what is not there', () => {
  const caller = { origin: app.url, ids: {}, now: app.clock.now() };
  expect(exampleOf(messagingAdmin.settleUnknownSms, caller)).toBeNull();
  expect(exampleOf(messagingAdmin.settleUnknownGroup, caller)).toBeNull();
});

/** Whether a text comes out before the end. */
async function readUntil(stream: ReadableStream<Uint8Array>, text: string): Promise<boolean> {
  let seen = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    seen += decoder.decode(chunk, { stream: true });
    if (seen.includes(text)) return true;
  }
  return false;
}
