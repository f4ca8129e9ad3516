import { z } from 'zod';
import { senderRequest } from '../../../src/services/senders/contract.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { balanceOf, funded, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, hurryJobs, mailTo, openEvents, readAs } from '../../kit/index.ts';
import { newNumber, untilStatus, newNumbers } from '../../kit/messages.ts';
import { bought } from '../numbers/numbers.ts';
import { accepted, askFor, decide, register, sendFrom } from './senders.ts';

const app = await appForFile({ env: { SENDER_NAMES: 'approved' }, soundBooks: true });
const admin = await makeAdmin(app);
const inAnHour = () => new Date(app.clock.now().getTime() + HOUR_MS).toISOString();

const refusal = async (response: Response) => (await expectProblem(response, 'sender_not_allowed')).sentence;

test('a name is used once an administrator has accepted it; its owner is told live and by mail', async () => {
  const person = await funded(app, '10.00');
  const to = [newNumber()];
  expect(await refusal(await sendFrom(person, 'Bakery', to))).toEqual({
    code: 'senderUnknown',
    values: { name: 'Bakery' },
  });
  const { id } = await register(person, 'Bakery');
  expect((await refusal(await sendFrom(person, 'Bakery', to)))?.code).toBe('senderWaiting');
  await expectProblem(await askFor(person, 'BAKERY'), 'not_allowed_now');

  await using events = await openEvents(app, { cookie: person.cookie });
  expect((await decide(admin, id, { status: 'accepted' })).status).toBe(200);
  expect((await events.next('senders-changed')).data).toMatchObject({ sender: 'Bakery', status: 'accepted' });
  expect((await mailTo(app, person.email, /^Sender name Bakery accepted/)).text).toContain('Bakery');
  await untilStatus(person, smsMessage.parse(await (await sendFrom(person, 'bakery', to)).json()).id, 'delivered');

  expect((await decide(admin, id, { status: 'rejected', reason: 'Not your shop' })).status).toBe(200);
  const audited = await app.deps.sql`
    select id from audit_log where action = ${'sender_name.rejected'} and subject_user_id = ${person.id}`;
  expect(audited).toHaveLength(1);
  expect((await events.next('senders-changed')).data).toMatchObject({ reason: 'Not your shop' });
  expect((await mailTo(app, person.email, /^Sender name Bakery not accepted/)).text).toContain('Not your shop');
  expect(await refusal(await sendFrom(person, 'Bakery', to))).toEqual({
    code: 'senderRejected',
    values: { name: 'Bakery', reason: 'Not your shop' },
  });
  await expectProblem(await decide(admin, id, { status: 'accepted' }), 'not_allowed_now');
  // With another purpose it may be asked for again.
  expect((await register(person, 'Bakery')).status).toBe('requested');
  const stranger = await funded(app, '10.00');
  expect((await refusal(await sendFrom(stranger, 'Bakery', to)))?.code).toBe('senderUnknown');
});

test('administrators see what waits, with its count and who else has the name', async () => {
  const [one, other] = [await signUp(app), await signUp(app)];
  await accepted(admin, one, 'Florist');
  const before = await readAs(admin.as('/api/admin/sender-names/count'), z.looseObject({ requested: z.number() }));
  const { id } = await register(other, 'FLORIST');
  const count = await (await admin.as('/api/admin/sender-names/count')).json();
  expect(count).toMatchObject({ approval: true, requested: before.requested + 1 });
  const list = await (await admin.as('/api/admin/sender-names?status=requested&limit=1000')).json();
  const shown = senderRequest
    .array()
    .parse(list)
    .find((each) => each.id === id);
  expect(shown).toMatchObject({ name: 'FLORIST', others: 1, user: { email: other.email } });
});

test.each(['HSBC', 'hs bc', 'HSBC Alert', 'R0yal Mail', 'PayPa1', 'H.M.R.C', 'DHL info', 'Amaz0n', 'Bank', 'my UPS'])(
  'nobody gets the name %s',
  async (name) => {
    expect((await refusal(await askFor(admin, name)))?.code).toBe('senderReserved');
  },
);

test('a name that nobody gets any more is not sent from, though it was accepted', async () => {
  const person = await funded(app, '1.00');
  const { id } = await accepted(admin, person, 'Corner Shop');
  await app.deps.sql`update sender_names set name = 'Royal Mail' where id = ${id}`;
  expect(await refusal(await sendFrom(person, 'Royal Mail', [newNumber()]))).toEqual({
    code: 'senderReserved',
    values: { name: 'Royal Mail' },
  });
});

test.each(['Topline', 'Bricklayers', 'Purchase', 'Advisa', 'Upsala', 'Seashore'])(
  'an ordinary name is not taken for one of those: %s',
  async (name) => {
    expect((await askFor(admin, name)).status).toBe(201);
  },
);

test('a country that takes no names, or only registered ones, is refused beforehand with the reason', async () => {
  const person = await funded(app, '100.00');
  const { id } = await accepted(admin, person, 'Harbour');
  const [british, american, indian] = [newNumber(), '+12025550123', '+919876543210'];
  const mixed = await expectProblem(
    await sendFrom(person, 'Harbour', [british, american, indian]),
    'sender_not_allowed',
  );
  expect(mixed.errors?.map(({ path, sentence: { code } }) => [path, code])).toEqual([
    ['recipients.1', 'senderNever'],
    ['recipients.2', 'senderRegistration'],
  ]);
  expect((await decide(admin, id, { status: 'accepted', registeredIn: ['IN'] })).status).toBe(200);
  expect((await sendFrom(person, 'Harbour', [british, indian])).status).toBe(201);
  expect(await refusal(await sendFrom(person, 'Harbour', [american]))).toEqual({
    code: 'senderNever',
    values: { country: 'US', number: american },
  });
  // A number is no name.
  const { number } = await bought(person);
  expect((await sendFrom(person, number, [american])).status).toBe(201);
});

test.each([
  ['CZ', '+420601123456'],
  ['RO', '+40712034567'],
  ['PK', '+923012345678'],
  ['NP', '+9779841234567'],
])('in %s a name is taken once it is registered there', async (country, number) => {
  const person = await funded(app, '10.00');
  const { id } = await accepted(admin, person, 'Harbour');
  expect(await refusal(await sendFrom(person, 'Harbour', [number]))).toEqual({
    code: 'senderRegistration',
    values: { country, number, name: 'Harbour' },
  });
  expect((await decide(admin, id, { status: 'accepted', registeredIn: [country] })).status).toBe(200);
  expect((await sendFrom(person, 'Harbour', [number])).status).toBe(201);
});

test('where the sources disagree, a name goes as to everywhere else', async () => {
  const person = await funded(app, '10.00');
  await accepted(admin, person, 'Harbour');
  expect((await sendFrom(person, 'Harbour', ['+385921234567'])).status).toBe(201);
});

test('a number has to be the account’s own', async () => {
  const person = await funded(app, '100.00');
  const { number } = await bought(person);
  const other = await funded(app, '10.00');
  expect((await sendFrom(person, number.slice(1), [newNumber()])).status).toBe(201);
  expect(await refusal(await sendFrom(other, number, [newNumber()]))).toEqual({
    code: 'senderNotYours',
    values: { number },
  });
  const call = (who: TestActor, callerId: string) =>
    who.as(`/api/users/${who.id}/voice`, { json: { callerId, destination: newNumber('1234') } });
  expect((await call(person, number)).status).toBe(201);
  for (const [who, id] of [
    [other, number],
    [person, 'Bakery'],
    [person, '12345'],
  ] as const) {
    expect((await refusal(await call(who, id)))?.code).toBe('senderNotYours');
  }
});

test.each([1, 25])('a name taken back meanwhile is not used: a scheduled message to %d is refunded', async (many) => {
  const person = await funded(app, '10.00');
  const { id: nameId } = await accepted(admin, person, 'Gardener');
  // Somebody else keeps it.
  await accepted(admin, await signUp(app), 'Gardener');
  const before = await balanceOf(person);
  const recipients = newNumbers(many);
  const sent = await sendFrom(person, 'Gardener', recipients, { sendAt: inAnHour() });
  const { id } = smsMessage.parse(await sent.json());
  const path = `/api/users/${person.id}/sender-names/${nameId}`;
  expect((await person.as(path, { method: 'DELETE' })).status).toBe(204);
  app.clock.advance(HOUR_MS + 1000);
  await hurryJobs(app);
  const failed = await untilStatus(person, id, 'failed');
  expect(failed.messageDetails.recipients[0]).toMatchObject({ status: 'failed', cost: '0.0000' });
  expect(await balanceOf(person)).toBe(before);
  const handed = await app.deps.sql`
    select id from sandbox_messages where reference in (select id::text from sms_recipients where message_id = ${id})`;
  expect(handed).toHaveLength(0);
});

test('an account has at most fifty names', async () => {
  const person = await signUp(app);
  await app.deps.sql`
    insert into sender_names (id, user_id, name, purpose, requested_at)
    select gen_random_uuid(), ${person.id}, 'Shop' || n, 'News', now() from generate_series(1, 49) n`;
  await register(person, 'Fiftieth');
  const refused = await expectProblem(await askFor(person, 'OneMore'), 'not_allowed_now');
  expect(refused.sentence).toEqual({ code: 'sendersFull', values: { count: 50 } });
});
