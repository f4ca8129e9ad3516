import { z } from 'zod';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { balanceOf, funded, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, newNumber, readAs, startTestApp, untilStatus } from '../../kit/index.ts';
import { sendFrom } from './senders.ts';

const app = await appForFile({ env: { SENDER_NAMES: 'approved' } });
const proofs = ({ id }: TestActor) => `/api/users/${id}/number-proofs`;
const askByMessage = (person: TestActor, number: string, headers?: Record<string, string>) =>
  person.as(`${proofs(person)}/message`, { json: { number }, headers });
const prove = (person: TestActor, number: string, code: string) =>
  person.as(proofs(person), { method: 'PUT', json: { number, code } });

async function arrived(number: string): Promise<string> {
  const [row] = await app.deps.sql<{ text: string }[]>`
    select text from sandbox_messages where number = ${number} order by id desc limit 1`;
  return /\b\d{6}\b/.exec(row?.text ?? '')?.[0] ?? '';
}

async function sentCode(person: TestActor, number: string): Promise<{ id: string; code: string }> {
  const { id } = smsMessage.parse(await (await askByMessage(person, number)).json());
  await untilStatus(person, id, 'delivered');
  return { id, code: await arrived(number) };
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a number that a code came to may be sender and caller ID; the code is in no history', async () => {
  const person = await funded(app, '10.00');
  await app.deps.sql`update users set language = 'it' where id = ${person.id}`;
  const before = Number(await balanceOf(person));
  const number = newNumber();
  const { code } = await sentCode(person, number);
  expect(code).toHaveLength(6);
  expect(Number(await balanceOf(person))).toBeCloseTo(before - 0.03, 4);
  for (const path of [`/api/users/${person.id}/sms`, `/api/users/${person.id}/senders`]) {
    expect(await (await person.as(path)).text()).not.toContain(code);
  }
  expect(await (await person.as(`/api/users/${person.id}/sms`)).text()).toContain('Il suo codice è ******');
  await expectProblem(await sendFrom(person, number, [newNumber()]), 'sender_not_allowed');
  await expectProblem(await prove(person, number, another(code)), 'validation_failed');
  const proven = await prove(person, number, code);
  expect(await proven.json()).toMatchObject({ number, state: 'proven' });
  expect((await sendFrom(person, number, [newNumber()])).status).toBe(201);
  const call = { callerId: number, destination: newNumber('1234') };
  expect((await person.as(`/api/users/${person.id}/voice`, { json: call })).status).toBe(201);
  await expectProblem(await askByMessage(person, number), 'not_allowed_now');

  const { numbers } = await readAs(
    person.as(`/api/users/${person.id}/senders`),
    z.object({ numbers: z.looseObject({ proofId: z.string() }).array() }),
  );
  expect((await person.as(`${proofs(person)}/${numbers[0]?.proofId}`, { method: 'DELETE' })).status).toBe(204);
  await expectProblem(await sendFrom(person, number, [newNumber()]), 'sender_not_allowed');
});

test('a code is good for ten minutes and five tries, and only for its account', async () => {
  const person = await funded(app, '10.00');
  const number = newNumber();
  const { code } = await sentCode(person, number);
  const stranger = await funded(app, '10.00');
  await expectProblem(await prove(stranger, number, code), 'not_allowed_now');
  for (let tries = 0; tries < 5; tries++) {
    await expectProblem(await prove(person, number, another(code)), 'validation_failed');
  }
  expect((await expectProblem(await prove(person, number, code), 'not_allowed_now')).sentence?.code).toBe('codeTries');
  const late = newNumber();
  const second = await sentCode(person, late);
  app.clock.advance(10 * 60_000 - 1);
  await expectProblem(await prove(person, late, another(second.code)), 'validation_failed');
  app.clock.advance(1);
  expect((await expectProblem(await prove(person, late, second.code), 'not_allowed_now')).sentence?.code).toBe(
    'codeExpired',
  );
});

test('the same key again sends no second code, and the first one stays good', async () => {
  const person = await funded(app, '10.00');
  const number = newNumber();
  const headers = { 'idempotency-key': 'code-1' };
  const first = smsMessage.parse(await (await askByMessage(person, number, headers)).json());
  const again = smsMessage.parse(await (await askByMessage(person, number, headers)).json());
  expect(again.id).toBe(first.id);
  await untilStatus(person, first.id, 'delivered');
  expect((await prove(person, number, await arrived(number))).status).toBe(200);
});

test('an account has five codes an hour, by message and by call together', async () => {
  await using strict = await startTestApp({
    background: false,
    env: { RATE_LIMITS: 'on', CODE_CALLER_ID: '+442071234567' },
  });
  const person = await funded(strict, '20.00');
  const stranger = await funded(strict, '20.00');
  const ask = async (whose: TestActor, way: 'message' | 'call') =>
    (await whose.as(`${proofs(whose)}/${way}`, { json: { number: newNumber('1234') } })).status;
  for (let codes = 0; codes < 4; codes++) expect(await ask(person, 'message')).toBe(201);
  expect(await ask(person, 'call')).toBe(201);
  expect([await ask(person, 'message'), await ask(person, 'call')]).toEqual([429, 429]);
  expect(await ask(stranger, 'message')).toBe(201);
  strict.clock.advance(3_600_000 - 1);
  expect(await ask(person, 'message')).toBe(429);
  strict.clock.advance(1);
  expect(await ask(person, 'message')).toBe(201);
});

test('an account has at most fifty confirmed numbers', async () => {
  const person = await funded(app, '10.00');
  const confirm = (numbers: number, from: number) => app.deps.sql`
    insert into proven_numbers (id, user_id, number, expires_at, proven_at)
    select gen_random_uuid(), ${person.id}, '+4477009' || (${from}::int + n), now(), ${app.clock.now().toISOString()}::timestamptz
    from generate_series(1, ${numbers}::int) n`;
  await confirm(49, 10_000);
  expect((await askByMessage(person, newNumber())).status).toBe(201);
  await confirm(1, 20_000);
  const refused = await expectProblem(await askByMessage(person, newNumber()), 'not_allowed_now');
  expect(refused.sentence).toEqual({ code: 'codesFull', values: { count: 50 } });
});
