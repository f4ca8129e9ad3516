import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamEvents } from '../../../src/events/contract.ts';
import * as messaging from '../../../src/messaging/contract.ts';
import * as voice from '../../../src/voice/contract.ts';
import { curl } from '../../../web/features/api-docs/curl.ts';
import { type AnyEndpoint, endpointsOf } from '../../../web/features/api-docs/endpoints.ts';
import { exampleOf, type KnownIds } from '../../../web/features/api-docs/example-request.ts';
import { pythonExample } from '../../../web/features/api-docs/python-example.ts';
import { typescriptExample } from '../../../web/features/api-docs/typescript-example.ts';
import { credit, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { eventually } from '../../kit/eventually.ts';
import { newNumber, send, untilStatus } from '../../kit/messages.ts';
import { newDestination, order, readCall } from '../voice/calls.ts';

/** Every example of the API documentation, run as it is pasted, against a real server. */
let app: TestApp;
let person: TestActor;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  person = await signUp(app);
  await credit(app, person, '500.00');
  folder = await mkdtemp(join(tmpdir(), 'topline-examples-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const ENDPOINTS = [
  ...endpointsOf(messaging, { first: messaging.sendSms.name, admin: false }),
  ...endpointsOf(voice, { first: voice.placeCall.name, admin: false }),
];

const LANGUAGES = [
  { name: 'curl', write: curl, file: 'example.sh', run: ['bash'] },
  { name: 'TypeScript', write: typescriptExample, file: 'example.ts', run: [process.execPath] },
  { name: 'Python', write: pythonExample, file: 'example.py', run: ['python3'] },
] as const;

/** What an endpoint needs to have something to act on. */
async function thingsFor({ name }: AnyEndpoint): Promise<KnownIds> {
  const { id } = person;
  if (name === 'cancelSms') return { id, messageId: await scheduledMessage() };
  if (name === 'resendSms') return { id, messageId: await failedMessage() };
  if (name === 'deleteSmsTemplate') return { id, templateId: await template() };
  if (name === 'hangUpCall')
    return { id, callId: (await order(person, { destination: newDestination('0004') })).id };
  if (name.endsWith('Recording')) return recordedCall();
  if (name.endsWith('Call')) return { id, callId: (await order(person)).id };
  return { id, messageId: (await send(person, [newNumber()])).id };
}

async function scheduledMessage(): Promise<string> {
  const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Later', sendAt };
  const { id } = (await (await person.as(`/api/users/${person.id}/sms`, { json })).json()) as { id: string };
  return id;
}

async function template(): Promise<string> {
  const json = { name: 'Greeting', message: 'Hello' };
  const answer = await person.as(`/api/users/${person.id}/sms-templates`, { json });
  return ((await answer.json()) as { id: string }).id;
}

async function failedMessage(): Promise<string> {
  const { id } = await send(person, [newNumber('0000')]);
  await untilStatus(person, id, 'failed');
  return id;
}

async function recordedCall(): Promise<KnownIds> {
  const { id: callId } = await order(person, { recorded: true });
  const recordingId = await eventually('a recording', async () => {
    const [recording] = (await readCall(person, callId)).recordings;
    return recording?.status === 'ready' && recording.id;
  });
  return { id: person.id, callId, recordingId };
}

async function start(code: string, { file, run }: (typeof LANGUAGES)[number]) {
  const path = join(folder, file);
  await writeFile(path, code);
  return Bun.spawn([...run, path], {
    ...{ cwd: folder, stdout: 'pipe', stderr: 'pipe' },
    env: { PATH: process.env.PATH, HOME: folder, TOPLINE_KEY: person.key },
  });
}

describe.each(LANGUAGES.map((language) => ({ ...language })))('$name', (language) => {
  test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s works',
    async (_name, endpoint) => {
      const request = exampleOf(endpoint, app.url, await thingsFor(endpoint));
      const program = await start(language.write(request), language);
      const [output, errors, code] = await Promise.all([
        new Response(program.stdout).text(),
        new Response(program.stderr).text(),
        program.exited,
      ]);
      expect({ code, errors: code === 0 ? '' : errors + output }).toEqual({ code: 0, errors: '' });
      if (request.answer === 'json') expect(output).toMatch(/[[{]/);
    },
  );

  test('the stream of events works', async () => {
    const program = await start(language.write(exampleOf(streamEvents, app.url, {})), language);
    const seen = readUntil(program.stdout, 'event: balance');
    await eventually('an event arrives', async () => {
      await credit(app, person, '1.00');
      return Promise.race([seen, Bun.sleep(200).then(() => false)]);
    });
    program.kill();
    await program.exited;
  });
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
