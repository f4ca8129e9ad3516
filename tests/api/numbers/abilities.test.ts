import { createSandbox } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import { learnAbilities } from '../../../src/services/numbers/learn-abilities.ts';
import { numberDetails } from '../../../src/services/numbers/details/contract.ts';
import { appForFile, expectProblem, readAs, changed } from '../../kit/index.ts';
import { bought, buyer } from './numbers.ts';

let asked: string[] = [];
let isDown = false;

const adapter = changed(createSandbox('sandbox'), (carrier) => {
  const carries = carrier.carriesOf?.bind(carrier);
  carrier.carriesOf = async (own) => {
    asked.push(own.number);
    if (isDown) throw new Error('no answer');
    return (await carries?.(own)) ?? null;
  };
});

const app = await appForFile({ adapters: [adapter], background: false });
const person = await buyer(app);

const read = async (id: string) => readAs(await person.as(`/api/users/${person.id}/did-numbers/${id}`), numberDetails);
const abilitiesOf = async (id: string) => {
  const { ringTrunks: _, ...carried } = (await read(id)).abilities;
  return carried;
};
/** The number is left as if it had been bought before carriers were asked. */
const forget = (id: string) =>
  app.deps.sql`update did_numbers set carries_messages = null, carries_calls = null where id = ${id}`;
const check = (id: string) => person.as(`/api/users/${person.id}/did-numbers/${id}/check`, { method: 'POST' });

const UNKNOWN = { receiveMessages: null, sendMessages: null, receiveCalls: null, makeCalls: null };

test('checking a number that was bought before learns what it carries, by its own country', async () => {
  const british = await bought(person);
  const brazilian = await bought(person, 'Brazil');
  for (const { id } of [british, brazilian]) await forget(id);
  expect(await abilitiesOf(british.id)).toEqual(UNKNOWN);
  for (const { id } of [british, brazilian]) expect((await check(id)).status).toBe(204);
  expect(await abilitiesOf(british.id)).toMatchObject({ receiveMessages: true, receiveCalls: true });
  expect(await abilitiesOf(brazilian.id)).toMatchObject({ receiveMessages: false, receiveCalls: true });
});

test('where the carrier does not say, the check says so and what was known stays', async () => {
  const { id } = await bought(person);
  isDown = true;
  await expectProblem(await check(id), 'provider_failed');
  isDown = false;
  expect(await abilitiesOf(id)).toMatchObject({ sendMessages: true, makeCalls: true });
});

test('a sweep asks for those that are not known, each once, and one that fails stops no other', async () => {
  const numbers = [await bought(person), await bought(person, 'Japan'), await bought(person)];
  for (const { id } of numbers) await forget(id);
  asked = [];
  isDown = true;
  await learnAbilities(app.deps);
  expect(asked.toSorted()).toEqual(numbers.map(({ number }) => number).toSorted());
  expect(await abilitiesOf(numbers[0]?.id ?? '')).toEqual(UNKNOWN);
  isDown = false;
  await learnAbilities(app.deps);
  const messages = await Promise.all(numbers.map(async ({ id }) => (await abilitiesOf(id)).receiveMessages));
  expect(messages).toEqual([true, false, true]);
  asked = [];
  await learnAbilities(app.deps);
  expect(asked).toEqual([]);
});
