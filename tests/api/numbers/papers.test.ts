import { createSandbox } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import type { PapersLook, PapersState } from '../../../src/carriers/number-papers.ts';
import type { Carrier } from '../../../src/carriers/port.ts';
import { appForFile, balanceOf, eventually, expectProblem, funded, type TestActor, changed } from '../../kit/index.ts';
import { readAnswer } from '../../kit/read.ts';
import { listAvailable } from '../../../src/services/numbers/contract.ts';

let state: PapersState | 'silent';
const looked: string[] = [];
const boughtFor: string[] = [];
const ASKED: PapersLook['asked'] = [
  {
    owner: 'business',
    details: [{ key: 'business_name', name: 'Business Name', description: '' }],
    address: false,
    documents: [
      {
        ...{ key: 'address', name: 'Address', description: 'Where it is.' },
        accepted: [{ key: 'bill', name: 'Electricity bill', fields: [], file: true }],
      },
    ],
  },
];

const adapter = changed(createSandbox('seller'), (carrier) => {
  const selling: Partial<Carrier> = {
    papers: {
      look: async ({ owner }) => {
        looked.push(owner);
        if (state === 'silent') throw new Error('no answer');
        return state === 'not-needed' ? { state, asked: [] } : { state, asked: ASKED };
      },
    },
    buyNumber: async (number, _reference, { owner }) => {
      boughtFor.push(owner);
      return { kind: 'bought', carrierNumberId: `at-carrier-${number}` };
    },
  };
  Object.assign(carrier, selling);
});

let person: TestActor;
const app = await appForFile({ background: false, adapters: [adapter], soundBooks: true });
beforeEach(async () => {
  person = await funded(app, '100.00');
  looked.length = 0;
  boughtFor.length = 0;
});

async function freeNumber(): Promise<string> {
  const [number] = await readAnswer(person.as('/api/did-numbers/available?country=Germany'), listAvailable);
  return String(number);
}
const papersOf = async (number: string) => {
  const json = { number, country: 'Germany' };
  expect((await person.as('/api/did-numbers/holds', { method: 'POST', json })).status).toBe(201);
  return person.as(`/api/did-numbers/holds/${encodeURIComponent(number)}/papers`);
};
const purchase = (number: string) =>
  person.as(`/api/users/${person.id}/did-numbers`, { method: 'POST', json: { number, country: 'Germany' } });

test.each([
  ['missing', 'This country requires documents before you can have a number. See what it requires.'],
  ['rejected', 'This country requires documents before you can have a number. See what it requires.'],
  ['in-review', 'Your documents for this country are being checked. You can buy the number once they are accepted.'],
] as const)('with papers that are %s, they are shown and nothing is sold', async (given, words) => {
  state = given;
  const number = await freeNumber();
  expect(await (await papersOf(number)).json()).toEqual({ state: given, asked: ASKED, papers: null });
  const before = await balanceOf(person);
  expect((await expectProblem(await purchase(number), 'not_allowed_now')).detail).toBe(words);
  expect(await balanceOf(person)).toBe(before);
  expect(boughtFor).toEqual([]);
});

test.each(['approved', 'not-needed'] as const)('with papers that are %s, it is bought for its owner', async (given) => {
  state = given;
  const number = await freeNumber();
  expect(await (await papersOf(number)).json()).toMatchObject({ state: given });
  expect((await purchase(number)).status).toBe(201);
  await eventually('the carrier sells it', async () => boughtFor.length > 0);
  expect(boughtFor).toEqual([person.id]);
  expect(new Set(looked)).toEqual(new Set([person.id]));
});

test('papers that are checked for days keep nobody’s number: its hold ends after 15 minutes', async () => {
  state = 'in-review';
  const number = await freeNumber();
  await papersOf(number);
  const other = await funded(app, '100.00');
  const hold = () => other.as('/api/did-numbers/holds', { method: 'POST', json: { number, country: 'Germany' } });
  app.clock.advance(15 * 60_000 - 1);
  await expectProblem(await hold(), 'number_taken');
  app.clock.advance(1);
  expect((await hold()).status).toBe(201);
});

test('where the carrier does not say what it asks for, nothing is sold and nobody is charged', async () => {
  state = 'silent';
  const number = await freeNumber();
  await expectProblem(await papersOf(number), 'provider_failed');
  await expectProblem(await purchase(number), 'provider_failed');
  expect(await balanceOf(person)).toBe('100.00');
});

test('only who holds a number is shown its papers, and they are their own', async () => {
  state = 'missing';
  const number = await freeNumber();
  expect((await papersOf(number)).status).toBe(200);
  expect(looked).toEqual([person.id]);
  const stranger = await funded(app, '0.00');
  await expectProblem(await stranger.as(`/api/did-numbers/holds/${encodeURIComponent(number)}/papers`), 'not_found');
});
