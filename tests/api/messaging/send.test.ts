import { describe, expect, spyOn, test } from 'bun:test';
import { z } from 'zod';
import { appForFile, makePair, problemOf, startTestApp } from '../../kit/index.ts';
import { newNumber, postSms, send, newNumbers } from '../../kit/messages.ts';
import { balanceOf, credit, funded, makeAdmin, makeReseller, signUp } from '../../kit/actors.ts';

const app = await appForFile({ soundBooks: true });

test('a message is charged parts × recipients × rate and answered queued', async () => {
  const person = await funded(app, '1.00');
  const [first, second] = [newNumber(), newNumber()];
  const message = await send(person, [first, ` ${second} `, '', first], 'x'.repeat(161));
  expect(message).toMatchObject({
    userId: person.id,
    status: 'queued',
    parts: 2,
    recipients: [first, second],
    recipientCount: 2,
    cost: '0.1200',
    actualCost: '0.1200',
    provider: null,
    counts: { queued: 2, sent: 0, delivered: 0, failed: 0, unknown: 0 },
  });
  expect(message.messageDetails.recipients.map(({ number, cost }) => ({ number, cost }))).toEqual([
    { number: first, cost: '0.0600' },
    { number: second, cost: '0.0600' },
  ]);
  expect(await balanceOf(person)).toBe('0.88');
});

test('the answer shows a thousand recipients, and the message goes to all', async () => {
  const person = await funded(app, '100.00');
  const recipients = newNumbers(1001);
  const { id, messageDetails, recipientCount, recipients: shown } = await send(person, recipients);
  expect(recipientCount).toBe(1001);
  expect(shown).toEqual(recipients.slice(0, 1000));
  expect(messageDetails.recipients).toHaveLength(1000);
  const stored = await app.deps.sql<{ id: string; number: string }[]>`
    select id, number from sms_recipients where message_id = ${id} order by id`;
  expect(stored.map(({ number }) => number)).toEqual(recipients);
  expect(stored.filter((each) => z.uuidv7().safeParse(each.id).success)).toHaveLength(1001);
});

test('accepting a message and charging for it is one round trip to the database', async () => {
  await using quiet = await startTestApp({ background: false });
  const { reseller, customer } = await makePair(quiet);
  await credit(quiet, customer, '1.00');
  await credit(quiet, reseller, '1.00');
  const { sql } = quiet.deps;
  for (const person of [reseller, customer, await funded(quiet, '1.00')]) {
    // By the first it is learnt which statement an account needs.
    expect((await postSms(person, [newNumber()])).status).toBe(201);
    const asked = [spyOn(sql, 'unsafe'), spyOn(sql, 'begin')];
    expect((await postSms(person, [newNumber()])).status).toBe(201);
    expect(asked.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBe(1);
    for (const spy of asked) spy.mockRestore();
  }
});

test('the rate is the account’s, not the administrator’s who sends for it', async () => {
  const person = await makeReseller(app, await funded(app, '1.00'));
  const admin = await makeAdmin(app);
  await send({ ...admin, id: person.id }, [newNumber()]);
  expect(await balanceOf(person)).toBe('0.98');
});

describe('bad input loses nothing', () => {
  test('too little credit', async () => {
    const person = await funded(app, '0.08');
    expect(await problemOf(await postSms(person, [newNumber(), newNumber(), newNumber()]))).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
      detail: 'Insufficient credits: this costs £0.09 and your balance is £0.08',
    });
    expect(await balanceOf(person)).toBe('0.08');
  });

  test('wrong numbers are named by their line', async () => {
    const person = await funded(app, '1.00');
    expect(await problemOf(await postSms(person, ['+447911123456', '07911123456', '+44', 'mum']))).toMatchObject({
      status: 422,
      code: 'validation_failed',
      detail: 'Line 2: 07911123456 has no country code; write it like +447911123456',
      errors: [
        { path: 'recipients.1' },
        { path: 'recipients.2', message: 'Line 3: +44 is not a phone number' },
        { path: 'recipients.3' },
      ],
    });
    expect(await balanceOf(person)).toBe('1.00');
  });

  test.each([
    [{ recipients: [] }, 'Please enter at least one recipient'],
    [{ recipients: [' ', ''] }, 'Please enter at least one recipient'],
    [{ recipients: undefined }, 'Please enter at least one recipient'],
    [{ message: '' }, 'Please fill in all fields'],
    [{ message: '   ' }, 'Please fill in all fields'],
    [{ senderId: '' }, 'Please fill in all fields'],
    [{ senderId: undefined }, 'Please fill in all fields'],
    [{ senderId: 'TwelveLetter' }, 'Sender ID must be'],
  ])('%j', async (change, words) => {
    const person = await funded(app, '1.00');
    const problem = await problemOf(await postSms(person, ['+447911123456'], change));
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(problem.detail).toStartWith(words);
  });
});

test('credit for 50 lets 50 of 200 sends at once through, and nothing is left', async () => {
  const person = await funded(app, '1.50');
  const responses = await Promise.all(Array.from({ length: 200 }, () => postSms(person, [newNumber()])));
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  expect({ accepted: count(201), refused: count(402) }).toEqual({ accepted: 50, refused: 150 });
  expect(await balanceOf(person)).toBe('0.00');
});

describe('with an Idempotency-Key', () => {
  test('another body is refused', async () => {
    const person = await funded(app, '1.00');
    const headers = { 'idempotency-key': 'order-1' };
    await postSms(person, [newNumber()], { headers });
    const other = await postSms(person, [newNumber()], { headers });
    expect(await problemOf(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await balanceOf(person)).toBe('0.97');
  });

  test('another key is another message, and each key keeps its own answer', async () => {
    const person = await funded(app, '1.00');
    const sends = ['one', 'two'].map((key) => {
      const number = newNumber();
      return () => postSms(person, [number], { headers: { 'idempotency-key': key } });
    });
    const answers: string[] = [];
    for (const send of [...sends, ...sends]) {
      const response = await send();
      expect(response.status).toBe(201);
      answers.push(await response.text());
    }
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
    expect(answers[0]).not.toBe(answers[1] ?? '');
    expect(await balanceOf(person)).toBe('0.94');
  });

  test('20 at once are one, also where there is credit for one only', async () => {
    for (const pounds of ['1.00', ...Array.from({ length: 10 }, () => '0.03')]) {
      const person = await funded(app, pounds);
      const headers = { 'idempotency-key': 'storm' };
      const number = newNumber();
      const responses = await Promise.all(Array.from({ length: 20 }, () => postSms(person, [number], { headers })));
      expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 201));
      const answers = new Set(await Promise.all(responses.map((response) => response.text())));
      expect(answers.size).toBe(1);
      const [charges] = await app.deps.sql`
        select count(*)::int as count from transactions where user_id = ${person.id} and type = 'sms_charge'`;
      expect(charges?.count).toBe(1);
    }
  });

  test('a refusal is not kept: after a top-up the same key goes through', async () => {
    const person = await signUp(app);
    const headers = { 'idempotency-key': 'later' };
    const number = newNumber();
    expect((await postSms(person, [number], { headers })).status).toBe(402);
    await credit(app, person, '1.00');
    expect((await postSms(person, [number], { headers })).status).toBe(201);
  });

  test('a key counts for 24 hours', async () => {
    const person = await funded(app, '1.00');
    const headers = { 'idempotency-key': 'yesterday' };
    const number = newNumber();
    await postSms(person, [number], { headers });
    await app.deps.sql`
      update idempotency_keys set created_at = created_at - interval '25 hours' where user_id = ${person.id}`;
    expect((await postSms(person, [number], { headers })).status).toBe(201);
    expect(await balanceOf(person)).toBe('0.94');
  });
});
