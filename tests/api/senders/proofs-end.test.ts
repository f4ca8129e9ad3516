import { askToConfirmAgain } from '../../../src/services/number-proofs/ask-again.ts';
import { listSenders } from '../../../src/services/senders/contract.ts';
import { chooseCallerId } from '../../../src/services/sip/choose-caller-id.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, expectProblem, funded, newNumber, sentCodes, type TestActor } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';
import { sendFrom } from './senders.ts';
import { readAnswer } from '../../kit/read.ts';

const app = await appForFile({ background: false, env: { SENDER_NAMES: 'approved', PROVEN_NUMBER_DAYS: '100' } });

/** Asks for a code, and enters the one that is on its way. */
async function prove(person: TestActor, number: string): Promise<number> {
  const path = `/api/users/${person.id}/number-proofs`;
  const asked = await person.as(`${path}/message`, { json: { number } });
  if (asked.status !== 201) return asked.status;
  const row = (await sentCodes(app.deps, person)).find((each) => each.number === number);
  return (await person.as(path, { method: 'PUT', json: { number, code: row?.code } })).status;
}

async function stateOf(person: TestActor, number: string) {
  const shown = await readAnswer(person.as(`/api/users/${person.id}/senders`), listSenders);
  return shown.numbers.find((each) => each.number === number);
}

const asksOf = async (person: TestActor) =>
  app.deps.sql`select data from mails where user_id = ${person.id} and kind = 'numbers_to_confirm'`;

const callFrom = (person: TestActor, callerId: string) =>
  person.as(`/api/users/${person.id}/voice`, { json: { callerId, destination: newNumber('1234') } });

const trunkCallerId = (person: TestActor, given: string) =>
  transact(app.deps, (tx) => chooseCallerId({ tx, config: app.deps.config }, person.id, given));

test('a confirmed number ends after its days: its owner is asked before, and it is neither sender nor caller ID after', async () => {
  const person = await funded(app, '50.00');
  const number = newNumber();
  expect(await prove(person, number)).toBe(200);
  const until = new Date(app.clock.now().getTime() + 100 * DAY_MS).toISOString();
  expect(await stateOf(person, number)).toMatchObject({ state: 'proven', expiresAt: until });
  await expectProblem(
    await person.as(`/api/users/${person.id}/number-proofs/message`, { json: { number } }),
    'not_allowed_now',
  );

  app.clock.advance(70 * DAY_MS - 1);
  await askToConfirmAgain(app.deps);
  expect(await asksOf(person)).toHaveLength(0);
  app.clock.advance(1);
  await Promise.all([askToConfirmAgain(app.deps), askToConfirmAgain(app.deps)]);
  await askToConfirmAgain(app.deps);
  expect(await asksOf(person)).toHaveLength(1);
  expect(await stateOf(person, number)).toMatchObject({ state: 'ending' });

  app.clock.advance(30 * DAY_MS - 1);
  expect((await sendFrom(person, number, [newNumber()])).status).toBe(201);
  expect((await callFrom(person, number)).status).toBe(201);
  expect(await trunkCallerId(person, number)).toBe(number);
  app.clock.advance(1);
  await expectProblem(await sendFrom(person, number, [newNumber()]), 'sender_not_allowed');
  await expectProblem(await callFrom(person, number), 'sender_not_allowed');
  expect(await trunkCallerId(person, number)).toBe('anonymous');
  expect(await stateOf(person, number)).toMatchObject({ state: 'ended' });

  expect(await prove(person, number)).toBe(200);
  expect(await stateOf(person, number)).toMatchObject({ state: 'proven' });
  expect((await sendFrom(person, number, [newNumber()])).status).toBe(201);
  await askToConfirmAgain(app.deps);
  expect(await asksOf(person)).toHaveLength(1);
});

test('a bought number that its owner has no longer is neither sender nor caller ID', async () => {
  const person = await funded(app, '50.00');
  const { number } = await bought(person);
  expect((await sendFrom(person, number, [newNumber()])).status).toBe(201);
  expect((await callFrom(person, number)).status).toBe(201);
  // A month later it has run out, and in its grace period nothing leaves from it either.
  app.clock.advance(32 * DAY_MS);
  await expectProblem(await sendFrom(person, number, [newNumber()]), 'sender_not_allowed');
  await expectProblem(await callFrom(person, number), 'sender_not_allowed');
  expect(await trunkCallerId(person, number)).toBe('anonymous');
});
