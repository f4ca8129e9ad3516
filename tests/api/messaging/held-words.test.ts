import { listHeldSms } from '../../../src/services/messaging/admin-contract.ts';
import { refundHeld } from '../../../src/services/messaging/delivery/refund-held.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { readAnswer, deliverMails, mailTo, balanceOf, funded, makeAdmin, type TestActor } from '../../kit/index.ts';
import { appForFile, codeOf, expectProblem, untilStatus } from '../../kit/index.ts';
import { acceptedSms, newNumber, newNumbers, postSms, readMessage } from '../../kit/messages.ts';
import { setAs } from '../admin/settings.ts';

const app = await appForFile({ soundBooks: true });
const admin = await makeAdmin(app);
let person: TestActor;
beforeEach(async () => {
  person = await funded(app, '10.00');
  await setAs(admin, 'held_words', 'lottery, win.example');
});

const post = async (message: string, more: object = {}) => {
  const json = { senderId: 'Topline', recipients: [newNumber()], message, ...more };
  return acceptedSms(await person.as(`/api/users/${person.id}/sms`, { json }));
};
const held = async (by = admin) =>
  (await readAnswer(by.as('/api/admin/sms/held'), listHeldSms)).filter(({ user }) => user.id === person.id);
const decide = (id: string, json: object, by = admin) => by.withCookie(`/api/admin/sms/held/${id}`, { json });
const handed = () => app.deps.sql`
  select from sandbox_messages s join sms_recipients r on r.id::text = s.reference
  join sms_messages m on m.id = r.message_id where m.user_id = ${person.id}`;

test('a message with such a word is charged and waits; released, it goes once and costs nothing more', async () => {
  const { id } = await post('Your LOTTERY ticket', { recipients: newNumbers(3) });
  const other = await post('Hello');
  await untilStatus(person, other.id, 'delivered');
  expect(await balanceOf(person)).toBe('9.88');
  expect(await held()).toMatchObject([
    { id, heldFor: 'LOTTERY', recipientCount: 3, cost: '0.0900', senderId: 'Topline', user: { email: person.email } },
  ]);
  expect(await readMessage(person, id)).toMatchObject({ inReview: true, counts: { queued: 3 } });
  expect(await handed()).toHaveLength(1);
  const answers = await Promise.all(Array.from({ length: 4 }, () => decide(id, { outcome: 'release' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await untilStatus(person, id, 'delivered')).toMatchObject({ inReview: false });
  expect(await handed()).toHaveLength(4);
  expect(await balanceOf(person)).toBe('9.88');
  expect(await held()).toEqual([]);
});

test('refused, it is refunded in full and never leaves, and its owner is told why', async () => {
  const { id } = await post('Go to https://win.example/now');
  expect(await balanceOf(person)).toBe('9.97');
  expect((await decide(id, { outcome: 'refuse', reason: 'This is fraud' })).status).toBe(200);
  expect((await decide(id, { outcome: 'release' })).status).toBe(409);
  const message = await readMessage(person, id);
  expect(message).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect(message.messageDetails.recipients[0]?.error).toBe('The message was refused because of its content');
  expect(await balanceOf(person)).toBe('10.00');
  expect(await handed()).toHaveLength(0);
  const audited = await app.deps.sql<{ actor_id: string; detail: object }[]>`
    select actor_id, detail from audit_log where action = 'message.refused' and subject = ${id}`;
  expect(audited).toMatchObject([{ actor_id: admin.id, detail: { word: 'win.example', reason: 'This is fraud' } }]);
  await deliverMails(app);
  expect((await mailTo(app, person.email, /was not sent/)).text).toContain('This is fraud');
  // What was refused is held again when it is sent again.
  expect((await person.as(`/api/users/${person.id}/sms/${id}/resend`, { method: 'POST' })).status).toBe(201);
  expect(await held()).toHaveLength(1);
});

test('its owner can neither move it out of the queue nor past it, but take it back', async () => {
  const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const { id } = await post('lottery', { sendAt });
  const path = `/api/users/${person.id}/sms/${id}`;
  const moved = await person.as(path, { method: 'PUT', json: { sendAt: app.clock.now().toISOString() } });
  expect(moved.status).toBeGreaterThanOrEqual(400);
  expect((await person.as(`${path}/cancel`, { method: 'POST' })).status).toBe(200);
  expect(await balanceOf(person)).toBe('10.00');
  expect(await codeOf(await decide(id, { outcome: 'release' }))).toBe('already_processed');
  await expectProblem(await decide(Bun.randomUUIDv7(), { outcome: 'release' }), 'not_found');
  await expectProblem(await decide(id, { outcome: 'release' }, person), 'forbidden');
});

test('a suspended account’s message waits for both, and what nobody decides is refunded', async () => {
  const change = (verb: string) => admin.withCookie(`/api/admin/users/${person.id}/${verb}`, { method: 'PUT' });
  const [first, second] = [await post('lottery one'), await post('lottery two')];
  await change('suspend');
  expect((await decide(first.id, { outcome: 'release' })).status).toBe(200);
  expect(await handed()).toHaveLength(0);
  await change('activate');
  await untilStatus(person, first.id, 'delivered');
  expect((await held()).map(({ id }) => id)).toEqual([second.id]);
  app.clock.advance(app.deps.config.heldRefundDays * DAY_MS + 1);
  await refundHeld(app.deps);
  expect(await readMessage(person, second.id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect(await balanceOf(person)).toBe('9.97');
});

test('many to many wait as one, and the word list is asked of each one’s own text', async () => {
  const recipients = newNumbers(30);
  const fields = recipients.map((_, place) => ({ prize: place === 29 ? 'lottery' : 'book' }));
  const { id } = await post('Your {prize}', { recipients, fields });
  expect(await held()).toMatchObject([{ id, heldFor: 'lottery' }]);
  expect(await handed()).toHaveLength(0);
  expect((await decide(id, { outcome: 'release' })).status).toBe(200);
  await untilStatus(person, id, 'delivered');
  await setAs(admin, 'held_words', null);
  await untilStatus(person, (await acceptedSms(await postSms(person, [newNumber()]))).id, 'delivered');
});
