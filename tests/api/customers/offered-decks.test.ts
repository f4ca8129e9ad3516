import { listRateDecks } from '../../../src/money/decks/contract.ts';
import { type OfferedDeck, prices as pricesSchema } from '../../../src/resale/customers/price-contract.ts';
import { readAnswer, readAs, makeAdmin, makeReseller, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, type DeckRow, expectProblem, makeDeck, offerDeck } from '../../kit/index.ts';
import { holdPrices, makePair, priceListPath, putPriceList, setPriceList } from '../../kit/customers.ts';

let reseller: TestActor;
let customer: TestActor;
const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
});

const deck = (rows: readonly DeckRow[], offered = true) => makeDeck(app, 'sms', rows, { offered });
const put = (json: object, of?: TestActor) => putPriceList(reseller, json, of);
const setPrices = (json: object, of?: TestActor) => setPriceList(reseller, json, of);
const read = (person: TestActor) => readAs(person.as(priceListPath(person)), pricesSchema);
const namesOf = (decks: readonly OfferedDeck[]) => decks.map(({ id }) => id);

test('only what is offered can be seen and chosen, by resellers alone, and a list keeps what it has', async () => {
  const [shown, hidden] = [
    await deck([{ prefix: '44', rate: '0.03' }]),
    await deck([{ prefix: '44', rate: '0.03' }], false),
  ];
  const calls = await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.03' }], { offered: true });
  const cost = await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.03' }], { carrier: `c-${hidden}` });
  const empty = await deck([]);
  expect(namesOf((await read(reseller)).decks)).toEqual(expect.arrayContaining([shown, calls, empty]));
  for (const id of [hidden, cost]) expect(namesOf((await read(reseller)).decks)).not.toContain(id);
  const direct = await signUp(app);
  for (const person of [direct, customer]) expect((await read(person)).decks).toEqual([]);
  const words: (string | undefined)[] = [];
  for (const smsDeckId of [hidden, cost, calls, Bun.randomUUIDv7()]) {
    const problem = await expectProblem(await put({ smsDeckId }), 'validation_failed');
    expect(problem.errors?.map(({ path }) => path)).toEqual(['smsDeckId']);
    words.push(problem.errors?.[0]?.message);
    await expectProblem(await put({ smsDeckId }, customer), 'validation_failed');
  }
  expect(new Set(words).size, 'what is not offered is refused as what does not exist').toBe(1);
  for (const json of [
    { smsDeckId: empty },
    { smsDeckId: shown, sms: '0.05' },
    { smsDeckId: shown, smsPercent: 90 },
    { smsDeckId: 'x' },
  ]) {
    await expectProblem(await put(json), 'validation_failed');
  }
  const rowsOf = (person: TestActor, id: string) => person.as(`/api/users/${person.id}/offered-decks/${id}/rows.csv`);
  expect(await (await rowsOf(reseller, shown)).text()).toContain('44,Destination 44,0.0300');
  for (const id of [hidden, cost, Bun.randomUUIDv7()]) await expectProblem(await rowsOf(reseller, id), 'not_found');
  for (const person of [direct, customer]) await expectProblem(await rowsOf(person, shown), 'not_found');
  // The end of the offer changes no price, but nobody else can choose it.
  expect(await setPrices({ smsDeckId: shown })).toMatchObject({ own: { smsDeckId: shown }, rising: [] });
  expect((await offerDeck(admin, shown, false)).status).toBe(200);
  expect(await setPrices({ smsDeckId: shown, voice: '0.20' })).toMatchObject({ own: { smsDeckId: shown } });
  expect((await read(reseller)).decks).toContainEqual(expect.objectContaining({ id: shown, offered: false }));
  expect((await rowsOf(reseller, shown)).status).toBe(200);
  await expectProblem(await put({ smsDeckId: shown }, customer), 'validation_failed');
  const other = await makeReseller(app);
  await expectProblem(await rowsOf(other, shown), 'not_found');
  await expectProblem(await putPriceList(other, { smsDeckId: shown }), 'validation_failed');
  await expectProblem(await offerDeck(admin, cost, true), 'not_allowed_now');
  await expectProblem(
    await reseller.as(`/api/admin/rate-decks/${shown}/offered`, { method: 'PUT', json: { offered: true } }),
    'forbidden',
  );
});

test('an administrator sees whose lists have a deck, set or announced', async () => {
  const chosen = await deck([{ prefix: '44', rate: '0.09' }]);
  const usedBy = async () => {
    const { decks } = await readAnswer(admin.as('/api/admin/rate-decks'), listRateDecks);
    return decks.find(({ id }) => id === chosen)?.usedBy;
  };
  expect(await usedBy()).toEqual([]);
  // The one is announced, the other holds.
  await setPrices({ smsDeckId: chosen });
  expect(await usedBy()).toEqual([{ resellerId: reseller.id, email: reseller.email, lists: 1 }]);
  await holdPrices(app);
  await setPrices({ smsDeckId: chosen }, customer);
  expect(await usedBy()).toEqual([{ resellerId: reseller.id, email: reseller.email, lists: 2 }]);
});
