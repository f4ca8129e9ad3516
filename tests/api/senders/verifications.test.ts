import type { TransactionSql } from 'postgres';
import { openEvents, balanceOf, funded, signUp, expectProblem, problemOf } from '../../kit/index.ts';
import { appForFile, eventually, inTurn, newNumber, readAnswer, startTestApp } from '../../kit/index.ts';
import {
  checkVerification,
  createVerification,
  getVerification,
  getVerificationFigures,
  listVerifications,
  type Verification,
} from '../../../src/services/verifications/contract.ts';

const app = await appForFile({ env: { CODE_CALLER_ID: '+442079460000', CALLS_CLOSED_TO: 'FR' }, soundBooks: true });
const person = await funded(app, '100.00');
const path = (rest = '', of = person) => `/api/users/${of.id}/verifications${rest}`;
const post = (json: object, headers?: Record<string, string>) => person.as(path(), { json, headers });
const start = (json: object = { to: newNumber() }) => readAnswer(post(json), createVerification);
const read = ({ id }: Verification) => readAnswer(person.as(path(`/${id}`)), getVerification);
const check = ({ id }: Verification, code: string) => person.as(path(`/${id}/check`), { json: { code } });
const again = ({ id }: Verification, json: object = {}, headers?: Record<string, string>) =>
  person.as(path(`/${id}/send`), { json, headers });
const wrongOf = ({ code = '' }: Verification) => (code === '000000' ? '111111' : '000000');
const pause = () => app.clock.advance(31_000);

const textsTo = (number: string) =>
  eventually(`a message to ${number}`, async () => {
    const rows = await app.deps.sql<{ message: string; stored: string }[]>`
      select s.text as message, m.message as stored from sandbox_messages s
      join sms_recipients r on r.id::text = s.reference join sms_messages m on m.id = r.message_id
      where r.number = ${number}`;
    return rows.length > 0 && rows;
  });

test('a code is sent, charged, kept from every history, and right once', async () => {
  const before = Number(await balanceOf(person));
  const made = await start({ to: newNumber(), language: 'fr' });
  expect(made).toMatchObject({ channel: 'sms', status: 'pending', country: 'GB', sends: 1, triesLeft: 5 });
  expect(Number(await balanceOf(person))).toBeCloseTo(before - 0.03, 4);
  const [row] = await app.deps.sql<{ code_hash: string; sealed_code: string; message: string }[]>`
    select v.code_hash, v.sealed_code, m.message from verifications v
    join verification_sends s on s.verification_id = v.id join sms_messages m on m.id = s.message_id
    where v.id = ${made.id}`;
  expect(JSON.stringify(row)).not.toContain(made.code ?? '-');
  expect(row?.message).toBe('Votre code est ******. Ne le communiquez à personne.');
  await expectProblem(await check(made, wrongOf(made)), 'validation_failed');
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const right = await readAnswer(check(made, ` ${made.code} `), checkVerification);
  expect(right).toMatchObject({ status: 'verified', triesLeft: 3 });
  expect(right.code).toBeUndefined();
  expect((await events.next('verification-changed')).data).toMatchObject({ id: made.id, status: 'verified' });
  await expectProblem(await check(made, made.code ?? ''), 'not_allowed_now');
});

test('one of two right checks at the same time succeeds', async () => {
  const made = await start();
  // Both count their try before either has succeeded.
  const hold = (sql: TransactionSql) => sql`select from verifications where id = ${made.id} for update`;
  const right = () => check(made, made.code ?? '');
  const answers = await inTurn(app, hold, [right, right]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('five wrong codes end it, and the right one comes too late', async () => {
  const made = await start();
  for (let tries = 1; tries <= 5; tries++) {
    await expectProblem(await check(made, wrongOf(made)), 'validation_failed');
  }
  await expectProblem(await check(made, made.code ?? ''), 'not_allowed_now');
  expect(await read(made)).toMatchObject({ status: 'failed', triesLeft: 0 });
});

test('a sixth try does not count where the program ended amid the fifth', async () => {
  const made = await start();
  await app.deps.sql`update verifications set tries = 5 where id = ${made.id}`;
  expect(await problemOf(await check(made, made.code ?? ''))).toMatchObject({
    code: 'not_allowed_now',
    detail: expect.stringContaining('Too many wrong codes'),
  });
  expect(await read(made)).toMatchObject({ status: 'pending', triesLeft: 0 });
});

test('a code expires after its time, and not before', async () => {
  const one = await start({ to: newNumber(), ttl: 60 });
  const other = await start({ to: newNumber(), ttl: 60 });
  app.clock.advance(59_999);
  expect((await check(one, one.code ?? '')).status).toBe(200);
  app.clock.advance(1);
  await expectProblem(await check(other, other.code ?? ''), 'not_allowed_now');
  expect((await read(other)).status).toBe('expired');
});

test('it is sent again after 30 seconds, with the same code, and five times at most', async () => {
  const made = await start();
  await expectProblem(await again(made), 'rate_limited');
  await expectProblem(await post({ to: made.to }), 'rate_limited');
  const other = await funded(app, '1.00');
  const theirs = await other.as(path('', other), { json: { to: made.to } });
  expect(theirs.status, 'another account does not wait for this one').toBe(201);
  app.clock.advance(29_999);
  expect((await again(made)).headers.get('retry-after')).toBe('1');
  app.clock.advance(1);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const both = await Promise.all([again(made), again(made)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  pause();
  expect((await again(made, {}, headers)).status).toBe(200);
  pause();
  // The same key again: nothing is sent.
  expect((await again(made, {}, headers)).status).toBe(200);
  expect((await read(made)).sends).toBe(3);
  expect((await again(made)).status).toBe(200);
  pause();
  expect((await again(made)).status).toBe(200);
  pause();
  await expectProblem(await again(made), 'not_allowed_now');
  expect((await check(made, made.code ?? '')).status).toBe(200);
  await expectProblem(await again(made), 'not_allowed_now');
});

test('the same key is one verification and one charge', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  // An account of its own: nothing that other tests sent is refunded meanwhile.
  const own = await funded(app, '1.00');
  const send = (json: object) => own.as(path('', own), { json, headers });
  const json = { to: newNumber() };
  const first = await readAnswer(send(json), createVerification);
  expect((await readAnswer(send(json), createVerification)).id).toBe(first.id);
  expect(await balanceOf(own)).toBe('0.97');
  await expectProblem(await send({ to: newNumber() }), 'idempotency_key_reused');
});

test('where a message cannot reach the number, or does not arrive, a call brings the code', async () => {
  const optedOut = newNumber();
  await person.as(`/api/users/${person.id}/opt-outs`, { json: { number: optedOut } });
  expect(await start({ to: optedOut })).toMatchObject({ channel: 'call', sends: 1 });
  // The simulated carriers refuse this one after it was accepted.
  const made = await start({ to: newNumber('0000') });
  expect(made.channel).toBe('sms');
  await eventually('a call with the code', async () => (await read(made)).channel === 'call');
  const listed = await readAnswer(person.as(path()), listVerifications);
  expect(listed.find(({ id }) => id === made.id)?.channel).toBe('call');
});

test.each([
  ['is not answered', '0001'],
  ['meets a busy line', '0002'],
  ['fails', '0003'],
])('where a call %s, a message brings the code', async (_what, ending) => {
  const made = await start({ to: newNumber(ending), channel: 'call', language: 'de', ttl: 3600 });
  expect(made).toMatchObject({ channel: 'call', sends: 1 });
  // The simulated call goes on with the clock, which cannot come to the end of the code in this time.
  const falls = async () => {
    app.clock.advance(1000);
    return (await read(made)).channel === 'sms';
  };
  await eventually('a message with the code', 60_000, falls);
  const [sent] = await textsTo(made.to);
  expect(sent?.message).toBe(`Ihr Code ist ${made.code}. Geben Sie ihn niemandem weiter.`);
});

test('where no call can be placed, a message brings the code at once', async () => {
  // Calls to this country are closed here, messages are not.
  expect(await start({ to: '+33612345678', channel: 'call' })).toMatchObject({ channel: 'sms', sends: 1 });
});

test('without credit nothing is made, and the figures are by country', async () => {
  const poor = await signUp(app);
  await expectProblem(await poor.as(path('', poor), { json: { to: newNumber() } }), 'insufficient_credits');
  expect(await readAnswer(poor.as(path('', poor)), listVerifications)).toEqual([]);
  const other = await funded(app, '1.00');
  const made = await readAnswer(other.as(path('', other), { json: { to: newNumber() } }), createVerification);
  await readAnswer(other.as(path('', other), { json: { to: newNumber() } }), createVerification);
  await other.as(path(`/${made.id}/check`, other), { json: { code: made.code } });
  const figures = await readAnswer(other.as(`/api/users/${other.id}/verification-figures`), getVerificationFigures);
  expect(figures.find(({ country }) => country === 'GB')).toEqual({ country: 'GB', started: 2, verified: 1 });
  await expectProblem(await other.as(path(`/${(await start()).id}`, other)), 'not_found');
});

test('the carrier gets the code in the text', async () => {
  const made = await start();
  const [sent] = await textsTo(made.to);
  expect(sent).toEqual({
    stored: 'Your code is ******. Do not share it with anyone.',
    message: `Your code is ${made.code}. Do not share it with anyone.`,
  });
});

test('codes to one number, and to one range of numbers, are stopped', async () => {
  await using apart = await startTestApp({ env: { RATE_LIMITS: 'on' }, background: false });
  const pumper = await funded(apart, '5.00');
  const ask = (last: number, range = '2') =>
    pumper.as(path('', pumper), { json: { to: `+4479111${range}${String(1000 + last)}` } });
  for (const status of [...Array.from({ length: 10 }, () => 201), 429]) {
    expect((await ask(0, '3')).status).toBe(status);
    apart.clock.advance(31_000);
  }
  const statuses = await Promise.all(Array.from({ length: 21 }, (_, last) => ask(last).then(({ status }) => status)));
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});
