import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamEvents } from '../../../src/platform/events/contract.ts';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as answers from '../../../src/services/inbox/answers/contract.ts';
import * as optOuts from '../../../src/services/messaging/opt-outs/contract.ts';
import * as verifications from '../../../src/services/verifications/contract.ts';
import * as voice from '../../../src/services/voice/contract.ts';
import { type AnyEndpoint, endpointsOf, SMS_CONTRACTS } from '../../../web/features/api-docs/endpoints.ts';
import { exampleOf, type KnownIds } from '../../../web/features/api-docs/example-request.ts';
import { appForFile, credit, eventually, funded, makeAdmin, type TestActor, there } from '../../kit/index.ts';
import { comeIn, newNumber, send, untilStatus } from '../../kit/messages.ts';
import { bought } from '../numbers/numbers.ts';
import { order, readCall } from '../voice/calls.ts';
import { keep, type Language, LANGUAGES, type Program, type Ran, readUntil, runAll, spawn } from './run-examples.ts';

/** Every example of the API documentation, run as it is pasted, against a real server. */
const results = new Map<string, Ran>();
const owners = new Map<Language, Owner>();
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Owner {
  person: TestActor;
  ids: KnownIds;
}

const personWithCredit = () => funded(app, '100.00');

async function makeOwner(): Promise<Owner> {
  const person = await personWithCredit();
  const ids = { ...(await recordedCall(person)), ...(await failedMessage(person)), ...(await conversation(person)) };
  return { person, ids };
}

async function failedMessage(person: TestActor): Promise<KnownIds> {
  const { id } = await send(person, [newNumber('0000')]);
  await untilStatus(person, id, 'failed');
  return { messageId: id };
}

async function recordedCall(person: TestActor): Promise<KnownIds> {
  const { id: callId } = await order(person, { recorded: true });
  const recordingId = await eventually('a recording', async () => {
    const [recording] = (await readCall(person, callId)).recordings;
    return recording?.status === 'ready' && recording.id;
  });
  return { callId, recordingId };
}

/** A recipient of whom nobody knows whether the message left. */
async function unknownRecipient({ person }: Owner): Promise<KnownIds> {
  const { messageDetails } = await send(person, [newNumber()]);
  const recipientId = messageDetails.recipients[0]?.messageId;
  await eventually('it has left', async () => {
    const changed = await app.deps.sql`
      update sms_recipients set status = 'unknown' where id = ${recipientId ?? ''} and status = 'delivered'
      returning id`;
    return changed.length > 0;
  });
  return { recipientId };
}

/** What there is to settle, its own screen says; and no example can make a picture that somebody else sends. */
const NEVER_THERE = [messagingAdmin.settleUnknownGroup, messagingAdmin.decideHeldSms, inbox.getReceivedPicture];

/** They want what a program cannot know: the code that somebody reads, and half a minute of patience. */
const REFUSED = new Map([
  [verifications.checkVerification.name, '422'],
  [verifications.sendVerificationAgain.name, '429'],
]);

/** Who can run the example of an endpoint. A conversation begins with somebody else, so that none can make one. */
function whoseIs({ name, access }: AnyEndpoint): 'nobodys' | 'administrators' | 'conversations' | 'anybodys' | 'all' {
  if (NEVER_THERE.some((each) => each.name === name)) return 'nobodys';
  if (access === 'admin') return 'administrators';
  if (name in inbox || name in answers) return 'conversations';
  return name in optOuts || name in verifications ? 'anybodys' : 'all';
}
const SHOWN = endpointsOf({ ...SMS_CONTRACTS, ...voice }, { first: messaging.sendSms.name, admin: true });
const { administrators = [], conversations = [], anybodys = [], all = [] } = Object.groupBy(SHOWN, whoseIs);

async function conversation(person: TestActor): Promise<KnownIds> {
  const { number, id: numberId } = await bought(person);
  await comeIn(app, { from: newNumber(), to: number, text: 'Hello' });
  const [row] = await app.deps.sql<{ id: string }[]>`select id from conversations where user_id = ${person.id}`;
  return { conversationId: row?.id, numberId };
}

interface Trial {
  title: string;
  endpoint: AnyEndpoint;
  who(owner: Owner): Promise<Owner>;
}

const trialsOf = (endpoints: readonly AnyEndpoint[], whom: string, who: Trial['who']): Trial[] =>
  endpoints.map((endpoint) => ({ title: `${endpoint.name} works for ${whom}`, endpoint, who }));
const withEverything = (owner: Owner) => Promise.resolve(owner);
const withNothing = async () => ({ person: await personWithCredit(), ids: {} });
const TRIALS: readonly Trial[] = [
  ...trialsOf([...all, ...anybodys], 'somebody who has nothing yet', withNothing),
  ...trialsOf(all, 'somebody who has one of everything', withEverything),
  ...trialsOf(conversations, 'somebody who was written to', withEverything),
  ...trialsOf(administrators, 'an administrator', async (owner) => ({
    person: admin,
    ids: await unknownRecipient(owner),
  })),
];

const titleOf = ({ name }: Language, { title }: Trial) => `${name}: ${title}`;

async function runLanguage(language: Language): Promise<void> {
  const owner = ownerOf(language);
  const programs: Program[] = [];
  for (const { endpoint, who } of TRIALS) {
    const { person, ids } = await who(owner);
    const caller = { origin: app.url, ids: { ...ids, id: person.id }, now: app.clock.now() };
    const example = there(exampleOf(endpoint, caller), `no example of ${endpoint.name}`);
    const isJson = example.request.answer === 'json';
    programs.push({ code: language.write(example), key: person.key, isJson });
  }
  const ran = await runAll(folder, language, programs);
  for (const [index, trial] of TRIALS.entries()) {
    const [program, outcome] = [programs[index], ran[index]];
    if (!program || !outcome) throw new Error('each program was run');
    // Whoever pastes it sees what it got.
    const silent = outcome.code === 0 && program.isJson && !/[[{]/.test(outcome.output);
    results.set(titleOf(language, trial), silent ? { code: 1, output: 'it prints nothing' } : outcome);
  }
}

function ownerOf(language: Language): Owner {
  return there(owners.get(language), 'each language has somebody of its own');
}

const app = await appForFile();
const admin = await makeAdmin(app);
const folder = await mkdtemp(join(tmpdir(), 'topline-examples-'));
for (const language of LANGUAGES) owners.set(language, await makeOwner());
// Some examples wait for what they have begun: the languages wait beside each other.
await Promise.all(LANGUAGES.map(runLanguage));

describe.each(LANGUAGES)('$name', (language) => {
  test.each(TRIALS.map((trial) => [trial.title, trial] as const))('%s', (_title, trial) => {
    const ran = results.get(titleOf(language, trial));
    const refusal = REFUSED.get(trial.endpoint.name);
    if (refusal !== undefined) return expect(ran?.output).toContain(refusal);
    expect({ code: ran?.code, errors: ran?.code === 0 ? '' : ran?.output }).toEqual({ code: 0, errors: '' });
  });

  test('the examples leave alone what somebody has', async () => {
    const { person, ids } = ownerOf(language);
    expect(await readCall(person, ids.callId ?? '')).toMatchObject({ recordings: [{ id: ids.recordingId }] });
  });

  test('the stream of events works', async () => {
    const { person } = ownerOf(language);
    const example = exampleOf(streamEvents, { origin: app.url, ids: {}, now: app.clock.now() });
    if (!example) throw new Error('no example of the stream');
    const path = await keep(folder, language, language.write(example));
    const program = spawn(folder, [language.run, path], { API_KEY: person.key });
    const seen = readUntil(program.stdout, 'event: balance');
    await eventually('an event arrives', async () => {
      await credit(app, person, '1.00');
      return Promise.race([seen, Bun.sleep(200).then(() => false)]);
    });
    program.kill();
    await program.exited;
  });
});

test('there is no example of settling what is not there', () => {
  const caller = { origin: app.url, ids: {}, now: app.clock.now() };
  expect(exampleOf(messagingAdmin.settleUnknownSms, caller)).toBeNull();
  expect(exampleOf(messagingAdmin.settleUnknownGroup, caller)).toBeNull();
  expect(exampleOf(messagingAdmin.decideHeldSms, caller)).toBeNull();
});
