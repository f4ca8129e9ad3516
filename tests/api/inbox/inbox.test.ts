import {
  conversation,
  conversationMessage,
  type Conversation,
  receivedMessage,
} from '../../../src/services/inbox/contract.ts';
import { startTestApp, type TestApp, type ActorInit, call, funded, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, comeIn, eventually, expectProblem, openEvents, readAs, send } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';
import { signMessage } from '../../../src/carriers/adapters/sandbox/incoming.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';

const app = await appForFile({ soundBooks: true });
const person = await funded(app, '500.00');
const number = await bought(person);
const path = (rest: string, of = person) => `/api/users/${of.id}${rest}`;

/** Posts what a simulated carrier would, signed. */
function deliver(message: { from: string; to?: string; text: string; id?: string }): Promise<Response> {
  const whole = { id: Bun.randomUUIDv7(), to: number.number, ...message };
  const { body, headers } = signMessage(app.deps, 'sandbox', whole);
  return call(app, '/api/callbacks/sandbox/messages', { method: 'POST', body, headers: Object.fromEntries(headers) });
}

const conversations = async (query = '', init?: ActorInit): Promise<Conversation[]> =>
  conversation.array().parse(await (await person.as(path(`/conversations${query}`), init)).json());

async function conversationWith(other: string): Promise<Conversation> {
  const found = (await conversations()).find(({ otherNumber }) => otherNumber === other);
  if (!found) throw new Error('there is no such conversation');
  return found;
}

/** The conversation whose newest message says this, once it is there. */
const withText = (text: string) =>
  eventually(`a conversation with ${text}`, async () =>
    (await conversations()).find(({ lastText }) => lastText === text),
  );

const messagesOf = async ({ id }: Conversation) =>
  conversationMessage.array().parse(await (await person.as(path(`/conversations/${id}/messages`))).json());

test('a message to a number is stored, told of and listed', async () => {
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  expect((await deliver({ from: '+447911000001', text: 'Are you open?' })).status).toBe(204);
  const event = await events.next('message-received');
  expect(event.data).toMatchObject({ from: '+447911000001', to: number.number, text: 'Are you open?' });
  const response = await person.as(path('/messages/received?limit=1'));
  const [received] = receivedMessage.array().parse(await response.json());
  expect(received).toMatchObject({ from: '+447911000001', to: number.number, text: 'Are you open?' });
  expect(await conversationWith('+447911000001')).toMatchObject({
    ownNumber: number.number,
    lastText: 'Are you open?',
    lastIncoming: true,
    unread: 1,
    canReply: true,
  });
});

test('a delivery that comes again, to the letter or signed anew, is taken once', async () => {
  const message = { id: Bun.randomUUIDv7(), from: '+447911000002', text: 'Once' };
  const { body, headers } = signMessage(app.deps, 'sandbox', { to: number.number, ...message });
  const post = () =>
    call(app, '/api/callbacks/sandbox/messages', { method: 'POST', body, headers: Object.fromEntries(headers) });
  const answers = await Promise.all([post(), post(), deliver(message), deliver(message)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect((await conversationWith('+447911000002')).unread).toBe(1);
  expect(await messagesOf(await conversationWith('+447911000002'))).toHaveLength(1);
});

test('a forged delivery is refused, and one to a number that is nobody’s dropped', async () => {
  const { headers } = signMessage(app.deps, 'sandbox', {
    id: Bun.randomUUIDv7(),
    from: '+447911000003',
    to: number.number,
    text: 'true',
  });
  const forged = await call(app, '/api/callbacks/sandbox/messages', {
    method: 'POST',
    body: '{"text":"false"}',
    headers: Object.fromEntries(headers),
  });
  await expectProblem(forged, 'bad_signature');
  expect((await deliver({ from: '+447911000003', to: '+442079460000', text: 'Hello?' })).status).toBe(204);
  expect((await conversations()).some(({ otherNumber }) => otherNumber === '+447911000003')).toBe(false);
});

test('parts of a long message are put together, whatever their order', async () => {
  const part = (text: string, place: number) => ({
    carrierMessageId: `part-${place}`,
    from: '+447911000004',
    to: number.number,
    text,
    part: { reference: '7', number: place, count: 3 },
  });
  const deliverPart = (text: string, place: number) => comeIn(app, part(text, place));
  await Promise.all([deliverPart(' world', 3), deliverPart('Hello', 1), deliverPart('Hello', 1)]);
  expect((await conversations()).some(({ otherNumber }) => otherNumber === '+447911000004')).toBe(false);
  await deliverPart(', whole', 2);
  const [message] = await messagesOf(await conversationWith('+447911000004'));
  expect(message?.text).toBe('Hello, whole world');
});

test('a reply leaves from the same number, is charged, and its state shows', async () => {
  await deliver({ from: '+447911000005', text: 'When?' });
  const { id } = await conversationWith('+447911000005');
  const before = (await app.deps.sql`select credits from users where id = ${person.id}`)[0]?.credits;
  const reply = (key: string) =>
    person.as(path(`/conversations/${id}/messages`), {
      json: { message: 'At nine' },
      headers: { 'idempotency-key': key },
    });
  const [first, again] = [await reply('nine'), await reply('nine')];
  expect([first.status, again.status]).toEqual([201, 201]);
  const sent = await readAs(first, smsMessage);
  expect(await readAs(again, smsMessage)).toEqual(sent);
  expect(sent).toMatchObject({ senderId: number.number, recipients: ['+447911000005'] });
  const after = (await app.deps.sql`select credits from users where id = ${person.id}`)[0]?.credits;
  expect(Number(before) - Number(after)).toBeCloseTo(0.03, 5);
  const [newest, ...others] = await messagesOf(await conversationWith('+447911000005'));
  expect(newest).toMatchObject({ incoming: false, text: 'At nine', messageId: sent.id });
  expect(others).toHaveLength(1);
  expect(await conversationWith('+447911000005')).toMatchObject({ lastText: 'At nine', lastIncoming: false });
});

test('a reply that is refused leaves nothing behind', async () => {
  const poor = await funded(app, '60.00');
  const own = await bought(poor);
  await deliver({ from: '+881612345678', to: own.number, text: 'From the sea' });
  const response = await poor.as(path('/conversations', poor));
  const [found] = conversation.array().parse(await response.json());
  const answer = await poor.as(path(`/conversations/${found?.id}/messages`, poor), { json: { message: 'Ahoy' } });
  await expectProblem(answer, 'destination_closed');
  const list = await poor.as(path(`/conversations/${found?.id}/messages`, poor));
  expect(conversationMessage.array().parse(await list.json())).toHaveLength(1);
});

test('a conversation has the contact’s name or one of its own, is found by name and number, and read', async () => {
  const other = await funded(app, '60.00');
  await other.as(path('/contacts', other), { json: { number: '+447911000006', name: 'A stranger’s friend' } });
  await deliver({ from: '+447911000006', text: 'Find me' });
  expect(await conversationWith('+447911000006')).toMatchObject({ name: null });
  expect(await conversations('?search=stranger')).toEqual([]);
  await person.as(path('/contacts'), { json: { number: '+447911000006', name: 'Zoë Quill' } });
  const { id, name } = await conversationWith('+447911000006');
  expect(name).toBe('Zoë Quill');
  expect((await conversations('?search=zoe%20q')).map((each) => each.id)).toEqual([id]);
  const change = await person.as(path(`/conversations/${id}`), { put: { name: 'Grandma', read: true } });
  expect(await change.json()).toMatchObject({ name: 'Grandma', unread: 0 });
  for (const search of ['grand', '+44 7911 000006', '7911000006']) {
    expect((await conversations(`?search=${encodeURIComponent(search)}`)).map((each) => each.id)).toEqual([id]);
  }
  expect(await conversations('?search=100%25')).toEqual([]);
});

test('pages of conversations follow the newest message', async () => {
  const all = await conversations();
  const pages: string[] = [];
  for (let before = ''; pages.length < all.length;) {
    const page = await conversations(`?limit=2${before}`);
    pages.push(...page.map(({ id }) => id));
    before = `&before=${pages.at(-1)}`;
  }
  expect(pages).toEqual(all.map(({ id }) => id));
});

test('a sandbox number answers when written to, and can be tried out', async () => {
  const writer = await funded(app, '60.00');
  await send(writer, [number.number], 'Written to');
  expect(await withText('Written to')).toMatchObject({ ownNumber: number.number, unread: 1 });
  const trial = (as: TestActor, numberId = number.id) =>
    as.as(path(`/did-numbers/${numberId}/try`, as), { json: { from: '+447911000007', text: 'Trial' } });
  expect((await trial(person)).status).toBe(204);
  expect(await withText('Trial')).toMatchObject({ otherNumber: '+447911000007' });
  expect((await trial(writer)).status).toBe(404);
});

test('a message is mailed to an owner who wants it', async () => {
  const url = path(`/did-numbers/${number.id}`);
  const switched = await person.as(url, { method: 'PUT', json: { mailMessages: true } });
  expect(await switched.json()).toMatchObject({ mailMessages: true, autoRenew: false });
  expect((await person.as(url, { method: 'PUT', json: {} })).status).toBe(422);
  await deliver({ from: '+447911000008', text: 'By mail as well' });
  const mails = await app.deps.sql`
    select data from mails where user_id = ${person.id} and kind = 'message_received'`;
  expect([...mails]).toEqual([{ data: { from: '+447911000008', to: number.number, text: 'By mail as well' } }]);
});

test('a message to a number that is nobody’s is counted', async () => {
  const counted = async () =>
    (await app.deps.sql`select count from provider_counts where what = 'messages_to_nobody'`)[0]?.count ?? 0;
  const before = Number(await counted());
  await deliver({ from: '+447911000009', to: '+442079460001', text: 'Hello?' });
  expect(Number(await counted())).toBe(before + 1);
});

test('a number of a simulated carrier needs no set-up, and a stranger’s number is not found', async () => {
  expect((await person.as(path(`/did-numbers/${number.id}/check`), { method: 'POST' })).status).toBe(204);
  const stranger = await signUp(app);
  const theirs = await stranger.as(path(`/did-numbers/${number.id}/check`, stranger), { method: 'POST' });
  await expectProblem(theirs, 'not_found');
});

test('two processes that are given parts of one message put it together once', async () => {
  await using other = await startTestApp({ databaseUrl: app.databaseUrl, background: false });
  const part = (text: string, place: number) => ({
    carrierMessageId: `two-${place}`,
    from: '+447911000010',
    to: number.number,
    text,
    part: { reference: 'two', number: place, count: 2 },
  });
  const give = (to: TestApp, text: string, place: number) => comeIn(to, part(text, place));
  await Promise.all([give(app, 'One, ', 1), give(other, 'two', 2), give(other, 'One, ', 1)]);
  const messages = await messagesOf(await conversationWith('+447911000010'));
  expect(messages.map(({ text }) => text)).toEqual(['One, two']);
});
