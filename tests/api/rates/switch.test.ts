import { z } from 'zod';
import { listRateDecks } from '../../../src/money/decks/contract.ts';
import { rateSwitch } from '../../../src/money/decks/use-contract.ts';
import { applySwitches } from '../../../src/money/decks/switches/apply-switches.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { actorOf, funded, makeAdmin, makeReseller, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, inTurn, makeCustomer, type TestApp } from '../../kit/index.ts';
import { type DeckRow, makeDeck, sellBy } from '../../kit/decks.ts';
import { openEvents, parseAs, readAs, readAnswer, newNumber, send, sentOnce } from '../../kit/index.ts';
import { setAs } from '../admin/settings.ts';
import { newList, giveFile, takeBack } from './lists.ts';

/** Another process with the same database. */
const app = await appForFile({ background: false, soundBooks: true });
const other = await appForFile({ background: false, beside: app });
const admin = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from rate_switches`;
  await app.deps.sql`delete from rate_uses`;
  await app.deps.sql`delete from settings`;
});

type Service = 'sms' | 'voice';
const putUse = (deckId: string | null, terms: object = {}, service: Service = 'sms') =>
  admin.as(`/api/admin/rate-uses/${service}`, { method: 'PUT', json: { deckId, ...terms } });

/** Chooses a list. @returns when it is going to hold; null: it holds */
async function choose(...given: Parameters<typeof putUse>): Promise<string | null> {
  const response = await putUse(...given);
  const text = await response.text();
  if (response.status !== 200) expect(text).toBe('a list to sell by');
  const { announced } = parseAs(text, z.object({ announced: z.unknown() }));
  return announced === null ? null : rateSwitch.parse(announced).holdsFrom;
}

const cancel = (by: TestActor, service: Service = 'sms') =>
  by.as(`/api/admin/rate-uses/${service}/announced`, { method: 'DELETE' });
const deck = (rate: string, rest: Partial<DeckRow> = {}, service: Service = 'sms') =>
  makeDeck(app, service, [{ prefix: '44', rate, ...rest }]);
const file = (id: string, rate: string, validFrom?: string) =>
  giveFile(admin, id, `prefix,name,rate\n44,Kingdom,${rate}\n`, {
    ...{ fileName: `${rate}.csv`, ...(validFrom && { validFrom }) },
  });
async function filedDeck(rate: string): Promise<string> {
  const { id } = await newList(admin);
  expect((await file(id, rate)).status).toBe(201);
  app.clock.advance(1000);
  return id;
}
const tomorrow = () => new Date(app.clock.now().getTime() + DAY_MS).toISOString();
const mailsTo = ({ id }: TestActor) =>
  app.deps.sql<{ service: string; holdsFrom: string }[]>`
    select data->>'service' as service, data->>'holdsFrom' as "holdsFrom" from mails
    where user_id = ${id} and kind = 'destinations_rising' order by id`;
const linesOf = async (person: TestActor, search = '') => {
  const found = await person.as(`/api/users/${person.id}/destinations?search=${search}`);
  return (
    await readAs(
      found,
      z.object({ lines: z.looseObject({ service: z.string(), prefix: z.string().nullable() }).array() }),
    )
  ).lines.filter(({ service }) => service === 'sms');
};
const costOf = async (person: TestActor) => (await send(person, [newNumber()])).cost;
async function withMoney(): Promise<TestActor> {
  const person = await funded(app, '20.00');
  await sentOnce(app, person);
  return person;
}

test('a dearer list is told and sold by a day later, a cheaper one at once', async () => {
  const person = await withMoney();
  const [dear, cheap] = [await deck('0.05'), await deck('0.02')];
  await using stream = await openEvents(other, { authorization: `Bearer ${person.key}` });
  const holdsFrom = tomorrow();
  expect(await choose(dear)).toBe(holdsFrom);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'prices' });
  expect([...(await mailsTo(person))]).toEqual([{ service: 'sms', holdsFrom }]);
  // On the flat price still, with what is going to hold of the announced list.
  expect(await linesOf(person)).toMatchObject([
    { prefix: null, rate: '0.0300', soonFrom: null, endsFrom: holdsFrom },
    { prefix: '44', rate: '0.0300', fee: '0.1200', soonRate: '0.0500', soonFrom: holdsFrom, endsFrom: null },
  ]);
  // The beginning of a number has the row that holds for all numbers with it.
  expect(await linesOf(person, '%2B4479')).toMatchObject([{ prefix: null }, { prefix: '44', soonRate: '0.0500' }]);
  expect(await linesOf(person, '%2B447911123456')).toContainEqual(
    expect.objectContaining({ rate: '0.0300', soonRate: '0.0500', soonFrom: holdsFrom }),
  );
  const rates = await readAs(person.as(`/api/users/${person.id}/rates`), z.looseObject({}));
  expect(rates).toMatchObject({ rising: [], switching: [{ service: 'sms', holdsFrom }] });
  const csv = await (await person.as(`/api/users/${person.id}/destinations.csv`)).text();
  expect(csv).toContain(`sms,44,Destination 44,0.0300,0.1200,60,60,0.0500,${holdsFrom}`);
  const logged = await app.deps.sql`select detail->>'list' as list from audit_log
    where action = 'rates.switch_announced' and actor_id = ${admin.id}`;
  expect([...logged]).toEqual([{ list: expect.any(String) }]);
  // Asked for again it is neither told again nor later.
  app.clock.advance(HOUR_MS);
  expect(await choose(dear)).toBe(holdsFrom);
  expect(await mailsTo(person)).toHaveLength(1);
  const listed = await readAnswer(admin.as('/api/admin/rate-decks'), listRateDecks);
  expect([listed.uses, listed.announced.map(({ deckId }) => deckId)]).toEqual([[], [dear]]);

  app.clock.advance(DAY_MS - HOUR_MS - 1);
  await applySwitches(other.deps);
  expect(await costOf(person)).toBe('0.0300');
  app.clock.advance(1);
  expect(await costOf(person)).toBe('0.0300');
  await applySwitches(other.deps);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'prices' });
  expect(await costOf(person)).toBe('0.0500');
  expect(await linesOf(person)).toMatchObject([{ prefix: '44', rate: '0.0500', soonRate: null }]);
  expect(await choose(cheap)).toBeNull();
  expect(await costOf(person)).toBe('0.0200');
  // The flat price is a dearer one, too.
  expect(await choose(null)).toBe(tomorrow());
  expect(await linesOf(person)).toMatchObject([{ prefix: '44', rate: '0.0200', soonRate: '0.0300' }]);
});

test.each([
  ['a connection fee', { fee: '0.0001' }, true],
  ['a longer first interval', { intervals: [61, 60] as const }, true],
  ['longer intervals', { intervals: [60, 61] as const }, true],
  ['shorter intervals', { intervals: [30, 6] as const }, false],
])('for calls, %s decides', async (_what, terms, waits) => {
  await signUp(app);
  const [before, after] = [await deck('0.10', {}, 'voice'), await deck('0.10', terms, 'voice')];
  await sellBy(app, 'voice', before);
  expect(await choose(after, {}, 'voice')).toBe(waits ? tomorrow() : null);
});

test('a longer prefix that is dearer, and one that is missing, are found; what is sold no more is not dearer', async () => {
  await signUp(app);
  const of = (...rows: DeckRow[]) => makeDeck(app, 'sms', rows);
  const before = await of({ prefix: '44', rate: '0.03' }, { prefix: '447', rate: '0.02' });
  await sellBy(app, 'sms', before);
  const network = await of({ prefix: '44', rate: '0.02' }, { prefix: '44791', rate: '0.0201' });
  expect(await choose(network)).toBe(tomorrow());
  expect(await choose(await of({ prefix: '4', rate: '0.03' }))).toBe(tomorrow());
  const blocked = { prefix: '44', rate: '0.09', blocked: true };
  expect(await choose(await of(blocked, { prefix: '447', rate: '0.02' }))).toBeNull();
  // Nothing is announced any more: what was chosen last counts.
  expect(await app.deps.sql`select from rate_switches`).toHaveLength(0);
  const counted = await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.01' }], { counting: '160/153' });
  expect(await choose(counted)).toBe(tomorrow());
});

test('before a list is sold by, what it changes and from when is shown, and nobody is told', async () => {
  const person = await withMoney();
  const compare = async (deckId: string | null, percent = 100) => {
    const query = new URLSearchParams({ instead: 'sms', resellerPercent: String(percent), ...(deckId && { deckId }) });
    return (await readAnswer(admin.as(`/api/admin/rate-decks?${query}`), listRateDecks)).changes;
  };
  const rate = '0.02';
  const rows = ['44', '447', '49', '1', '33'].map((prefix) => ({ prefix, rate, blocked: prefix === '33' }));
  const first = await makeDeck(app, 'sms', rows);
  const flat = await compare(first, 80);
  expect(flat).toMatchObject({ dearer: 0, cheaper: 4, new: 0, holdsFrom: null, told: 0 });
  expect(flat?.gone, 'the countries that the list does not have').toBeGreaterThan(150);
  expect(flat?.examples.find(({ prefix }) => prefix === '447')).toEqual({
    ...{ kind: 'cheaper', prefix: '447', name: 'Destination 447', before: '0.0300', after: '0.0200' },
    ...{ resellersBefore: '0.0200', resellersAfter: '0.0160' },
  });
  await sellBy(app, 'sms', first);
  const after = await makeDeck(app, 'sms', [
    { prefix: '4', rate: '0.05' },
    { prefix: '49', rate, blocked: true },
  ]);
  const told = await app.deps.sql`select from users where role <> 'admin'`;
  // 44 and 447 are covered by 4, which was not sold; 49 and 1 are sold no more.
  const counts = { dearer: 2, cheaper: 0, gone: 2, new: 1 };
  expect(await compare(after)).toMatchObject({ ...counts, holdsFrom: tomorrow(), told: told.length });
  expect(await mailsTo(person)).toHaveLength(0);
});

test('only who pays more is told, and nobody waits for a price that nobody pays', async () => {
  const direct = await signUp(app);
  const reseller = await makeReseller(app);
  const [plain, fixed] = [await makeCustomer(app, reseller), await makeCustomer(app, reseller)];
  await app.deps.sql`
    insert into price_lists ${app.deps.sql({ user_id: fixed.id, updated_at: app.clock.now().toISOString(), sms: '0.09' })}`;
  const [one, two] = [await deck('0.04'), await deck('0.05')];
  await sellBy(app, 'sms', one, { resellerPercent: 60 });
  await sentOnce(app, direct, reseller, plain, fixed);
  const told = async () =>
    Promise.all([direct, reseller, plain, fixed].map(async (each) => (await mailsTo(each)).length));
  // The resellers' share alone: their customers pay the standard price, which is higher.
  expect(await choose(one, { resellerPercent: 80 })).toBe(tomorrow());
  expect(await told()).toEqual([0, 1, 0, 0]);
  expect(await choose(two, { resellerPercent: 48 })).toBe(tomorrow());
  expect(await told()).toEqual([1, 1, 1, 0]);
  expect(await choose(one, { resellerPercent: 59 })).toBeNull();
  expect(await told()).toEqual([1, 1, 1, 0]);
});

test('one administrator can withdraw an announced list, and the present list stays in use', async () => {
  const person = await withMoney();
  const [cheap, dear] = [await deck('0.02'), await deck('0.09')];
  await sellBy(app, 'sms', cheap);
  expect(await choose(dear)).toBe(tomorrow());
  await expectProblem(await cancel(person), 'forbidden');
  expect((await cancel(actorOf(other, admin))).status).toBe(204);
  await expectProblem(await cancel(admin), 'not_allowed_now');
  app.clock.advance(DAY_MS);
  await applySwitches(app.deps);
  expect(await costOf(person)).toBe('0.0200');
  // To choose what holds takes an announced list back as well.
  expect(await choose(dear)).toBe(tomorrow());
  expect(await choose(cheap)).toBeNull();
  app.clock.advance(DAY_MS);
  await applySwitches(app.deps);
  expect(await costOf(person)).toBe('0.0200');
});

test('two processes apply it once, a cancel amid it comes before or after, and all is charged by one of both', async () => {
  const person = await withMoney();
  const [cheap, dear] = [await deck('0.02'), await deck('0.09')];
  const locked = (sql: Parameters<Parameters<typeof inTurn>[1]>[0]) =>
    sql`select pg_advisory_xact_lock(hashtextextended('rate use sms', 0))`;
  const apply = (at: TestApp) => () => applySwitches(at.deps).then(() => 'applied');
  const cancelled = () => cancel(admin).then(({ status }) => String(status));
  for (const [order, answers, cost] of [
    [[apply(app), apply(other), cancelled], ['applied', 'applied', '409'], '0.0900'],
    [[cancelled, apply(other), apply(app)], ['204', 'applied', 'applied'], '0.0200'],
  ] as const) {
    await sellBy(app, 'sms', cheap);
    await choose(dear);
    app.clock.advance(DAY_MS);
    let during: string[] = [];
    const given = await inTurn(app, locked, order, async () => {
      // Messages do not wait for it, and have the price that was told.
      during = await Promise.all([1, 2, 3].map(() => costOf(person)));
    });
    expect([given, during]).toEqual([[...answers], ['0.0200', '0.0200', '0.0200']]);
    expect(await costOf(person)).toBe(cost);
    app.clock.advance(HOUR_MS);
    await applySwitches(app.deps);
    // It began once.
    expect(await app.deps.sql`select from rate_uses where used_since = ${app.clock.now().toISOString()}`).toHaveLength(
      0,
    );
  }
});

test('an announced list gets no dearer on the way', async () => {
  const person = await withMoney();
  const [cheap, dear] = [await deck('0.02'), await deck('0.05')];
  await sellBy(app, 'sms', cheap);
  expect(await choose(dear)).toBe(tomorrow());
  await expectProblem(await file(dear, '0.06'), 'not_allowed_now');
  // A list that waits for a file is not chosen: what it costs is not known yet.
  const waiting = await filedDeck('0.01');
  const later = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
  expect((await file(waiting, '0.09', later)).status).toBe(201);
  await expectProblem(await putUse(waiting), 'not_allowed_now');
  expect(await choose(null)).toBe(tomorrow());
  // Customers were told of 3 pence.
  await expectProblem(await setAs(admin, 'sms_price', '0.04'), 'not_allowed_now');
  expect((await setAs(admin, 'sms_price', '0.025')).status).toBe(422);
  expect((await setAs(admin, 'sms_price', '0.02')).status).toBe(200);
  expect(await mailsTo(person)).toHaveLength(2);
});

test('a file that makes a list in use dearer, and taking a cheaper one back, are told a day before', async () => {
  const person = await withMoney();
  const list = await filedDeck('0.04');
  await sellBy(app, 'sms', list);
  expect((await file(list, '0.02')).status).toBe(201);
  app.clock.advance(1000);
  expect(await mailsTo(person)).toHaveLength(0);
  const holdsFrom = tomorrow();
  const undone = await takeBack(admin, list);
  expect([undone.status, await undone.json()]).toMatchObject([
    200,
    { lastImport: { fileName: '0.04.csv', validFrom: holdsFrom } },
  ]);
  expect([...(await mailsTo(person))]).toEqual([{ service: 'sms', holdsFrom }]);
  expect(await costOf(person)).toBe('0.0200');
  app.clock.advance(DAY_MS);
  expect(await costOf(person)).toBe('0.0400');
  const from = tomorrow();
  expect((await file(list, '0.05', from)).status).toBe(201);
  expect([...(await mailsTo(person))].at(-1)).toEqual({ service: 'sms', holdsFrom: from });
  // A change that does not hold yet is taken back at once.
  expect((await takeBack(admin, list)).status).toBe(200);
  app.clock.advance(DAY_MS);
  expect(await costOf(person)).toBe('0.0400');
});
