import { z } from 'zod';
import { type RateDeck, rateDeck } from '../../../src/money/decks/contract.ts';
import { requestPreview } from '../../../src/admin/requests/contract.ts';
import { makeApprover, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAs, sellBy, sentOnce } from '../../kit/index.ts';
import { agreeTo, requestAbout, waitingFor, withdraw } from './requests.ts';
import { newList, giveFile } from '../rates/lists.ts';

const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '100' } });
const ada = await makeApprover(app);
const bea = await makeApprover(app);
beforeEach(async () => {
  await app.deps.sql`delete from rate_uses`;
});

const use = (admin: TestActor, body: object) => admin.as('/api/admin/rate-uses/sms', { method: 'PUT', json: body });
const importInto = (admin: TestActor, deckId: string, rate: string) =>
  giveFile(admin, deckId, `prefix,name,rate\n44,United Kingdom,${rate}\n`);
/** A list with one price, which nobody buys by. */
async function newDeck(): Promise<string> {
  const { id } = await newList(ada);
  expect((await importInto(ada, id, '0.02')).status).toBe(201);
  app.clock.advance(1000);
  return id;
}
const undo = (admin: TestActor, { id, lastImport }: RateDeck) =>
  admin.as(`/api/admin/rate-decks/${id}/undo`, { json: { importId: lastImport?.id } });
const soldBy = async () => {
  const [row] = await app.deps.sql<{ deckId: string; percent: number }[]>`
    select deck_id as "deckId", reseller_percent as percent from rate_uses where service = 'sms'`;
  return row ?? null;
};

async function readDeck(deckId: string): Promise<RateDeck> {
  const { decks } = await readAs(ada.as('/api/admin/rate-decks'), z.object({ decks: z.unknown().array() }));
  return decks.map((deck) => rateDeck.parse(deck)).find(({ id }) => id === deckId) ?? expect.unreachable();
}

async function rateOf(deckId: string): Promise<string | undefined> {
  const [row] = await app.deps.sql<{ rate: string }[]>`
    select rate from rate_rows where deck_id = ${deckId} and valid_until is null`;
  return row?.rate;
}

const storedFiles = async (): Promise<number> => (await app.deps.sql`select from second_word_files`).length;

test('by which list we sell, and what resellers pay of it, is decided by two', async () => {
  const deckId = await newDeck();
  for (const body of [{ deckId }, { deckId, resellerPercent: 1 }, { deckId: null }]) {
    const before = await soldBy();
    await expectProblem(await use(ada, body), 'approval_needed');
    expect(await soldBy()).toEqual(before);
    const request = await requestAbout(bea, 'sms');
    await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
    expect((await agreeTo(bea, request)).status).toBe(200);
  }
  expect(await soldBy()).toBeNull();
  await sellBy(app, 'sms', deckId, { resellerPercent: 70 });
  // A choice that already holds needs nobody's agreement.
  expect((await use(ada, { deckId, resellerPercent: 70 })).status).toBe(200);
  await expectProblem(await use(ada, { deckId, resellerPercent: 69 }), 'approval_needed');
  expect(await soldBy()).toEqual({ deckId, percent: 70 });
  expect((await withdraw(ada, await requestAbout(bea, 'sms'))).status).toBe(204);
});

test('a list that was changed after it was asked for is not agreed to', async () => {
  const deckId = await newDeck();
  await expectProblem(await use(ada, { deckId }), 'approval_needed');
  expect((await importInto(ada, deckId, '0.0001')).status).toBe(201);
  const request = await requestAbout(bea, 'sms');
  await expectProblem(await agreeTo(bea, request), 'not_allowed_now');
  expect(await soldBy()).toBeNull();
  expect((await withdraw(bea, request)).status).toBe(204);
});

test('a file for a list that is sold by, and taking it back, wait for another administrator', async () => {
  const deckId = await newDeck();
  const { name } = await readDeck(deckId);
  await sellBy(app, 'sms', deckId);
  await expectProblem(await importInto(ada, deckId, '0.0001'), 'approval_needed');
  expect(await rateOf(deckId)).toBe('0.0200');
  const asked = await requestAbout(bea, name);
  expect(asked.wanted).toMatchObject({ kind: 'rate_import', deckId, fileName: 'rates.csv', cheaper: 1 });
  // Another file does not pass for the one that waits.
  const other = await expectProblem(await importInto(ada, deckId, '0.0002'), 'approval_needed');
  expect(other.detail).toContain('Another request');
  expect((await agreeTo(bea, asked)).status).toBe(200);
  expect(await rateOf(deckId)).toBe('0.0001');
  expect(await storedFiles()).toBe(0);

  const changed = await readDeck(deckId);
  await expectProblem(await undo(ada, changed), 'approval_needed');
  expect(await rateOf(deckId)).toBe('0.0001');
  expect((await agreeTo(bea, await requestAbout(bea, name))).status).toBe(200);
  expect(await rateOf(deckId)).toBe('0.0200');
  expect(await waitingFor(bea)).toEqual([]);
});

test('a list that nobody buys by is changed by one, and a withdrawn file is not kept', async () => {
  const deckId = await newDeck();
  expect((await importInto(ada, deckId, '0.05')).status).toBe(201);
  expect((await undo(ada, await readDeck(deckId))).status).toBe(200);
  await sellBy(app, 'sms', deckId);
  await expectProblem(await importInto(ada, deckId, '0.01'), 'approval_needed');
  expect(await storedFiles()).toBe(1);
  const { name } = await readDeck(deckId);
  expect((await withdraw(bea, await requestAbout(bea, name))).status).toBe(204);
  expect(await storedFiles()).toBe(0);
  expect(await rateOf(deckId)).toBe('0.0200');
});

test('a list that is sold by is sold below cost by two, and above it again by one', async () => {
  const deckId = await newDeck();
  const path = `/api/admin/rate-decks/${deckId}/below-cost`;
  const set = (belowCost: boolean) => ada.as(path, { method: 'PUT', json: { belowCost } });
  const isBelow = async () => (await readDeck(deckId)).belowCost;
  // Nobody buys by it yet.
  expect((await set(true)).status).toBe(200);
  expect((await set(false)).status).toBe(200);
  await sellBy(app, 'sms', deckId);
  await expectProblem(await set(true), 'approval_needed');
  expect(await isBelow()).toBe(false);
  const { name } = await readDeck(deckId);
  const request = await requestAbout(bea, name);
  await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
  expect((await agreeTo(bea, request)).status).toBe(200);
  expect(await isBelow()).toBe(true);
  expect((await set(true)).status).toBe(200);
  expect((await set(false)).status).toBe(200);
  expect(await isBelow()).toBe(false);
});

test('once it is known what a carrier asks, files, taking one back and deleting need two', async () => {
  const json = (carrier: string, service = 'voice') => ({
    json: { name: `${service} ${carrier}`, kind: 'cost', service, carrier },
  });
  const create = (...of: Parameters<typeof json>) => readAs(ada.as('/api/admin/rate-decks', json(...of)), rateDeck);
  const remove = (id: string) => ada.as(`/api/admin/rate-decks/${id}`, { method: 'DELETE' });
  const [first, second, messages] = [
    await create('sandbox'),
    await create('sandbox-backup'),
    await create('sandbox', 'sms'),
  ];
  // While nothing is known of the service, a file only refuses more, and an empty list refuses nothing.
  expect((await remove((await create('twilio')).id)).status).toBe(204);
  expect((await importInto(ada, first.id, '0.02')).status).toBe(201);
  app.clock.advance(1000);
  for (const { id, name } of [second, first]) {
    await expectProblem(await importInto(ada, id, '0.0001'), 'approval_needed');
    expect((await agreeTo(bea, await requestAbout(bea, name))).status).toBe(200);
    expect(await rateOf(id)).toBe('0.0001');
  }
  const changed = await readDeck(first.id);
  await expectProblem(await undo(ada, changed), 'approval_needed');
  expect(await rateOf(first.id)).toBe('0.0001');
  expect((await agreeTo(bea, await requestAbout(bea, first.name))).status).toBe(200);
  expect(await rateOf(first.id)).toBe('0.0200');
  for (const { id, name } of [first, second]) {
    await expectProblem(await remove(id), 'approval_needed');
    const asked = await requestAbout(bea, name);
    expect(asked.wanted).toEqual({ kind: 'rate_delete', deckId: id });
    await expectProblem(await agreeTo(ada, asked), 'not_allowed_now');
    expect(await rateOf(id)).toBeDefined();
    expect((await agreeTo(bea, asked)).status).toBe(200);
    expect(await rateOf(id)).toBeUndefined();
  }
  // Costs of calls say nothing of messages.
  expect((await importInto(ada, messages.id, '0.02')).status).toBe(201);
});

test('how carriers are put in order is decided by two', async () => {
  const path = '/api/admin/route-orders/voice';
  const order = (by: string) => ada.as(path, { method: 'PUT', json: { by } });
  const orderedBy = async () =>
    (await readAs(ada.as('/api/admin/rate-decks'), z.object({ routing: z.looseObject({ voice: z.string() }) }))).routing
      .voice;
  expect((await order('fixed')).status).toBe(200);
  for (const [before, by] of [
    ['fixed', 'cheapest'],
    ['cheapest', 'fixed'],
  ] as const) {
    await expectProblem(await order(by), 'approval_needed');
    expect(await orderedBy()).toBe(before);
    const request = await requestAbout(bea, 'voice');
    expect(request.wanted).toEqual({ kind: 'route_order', service: 'voice', by });
    await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
    expect((await agreeTo(bea, request)).status).toBe(200);
    expect(await orderedBy()).toBe(by);
  }
});

const previewOf = (admin: TestActor, { id }: { id: string }) =>
  readAs(admin.withCookie(`/api/admin/requests/${id}/preview`), requestPreview);
const writtenMails = async () => (await app.deps.sql`select from mails where kind ~ 'rising|dropped'`).length;

test('before they agree, administrators see to how many they write, by how much prices rise, and the letter', async () => {
  const people = await Promise.all([1, 2, 3].map(() => signUp(app)));
  await sentOnce(app, ...people.slice(0, 2));
  const [deckId, dearer] = [await newDeck(), await newDeck()];
  await sellBy(app, 'sms', deckId);
  expect((await importInto(ada, dearer, '0.025')).status).toBe(201);
  app.clock.advance(1000);
  await expectProblem(await use(ada, { deckId: dearer }), 'approval_needed');
  const request = await requestAbout(bea, 'sms');
  const preview = await previewOf(bea, request);
  expect(preview).toMatchObject({ accounts: 2, greatestRise: 25 });
  expect(preview.letters).toMatchObject([{ accounts: 2, subject: 'Prices at Topline are going up' }]);
  expect(await previewOf(ada, request)).toEqual(preview);
  // It was only tried.
  expect(await soldBy()).toMatchObject({ deckId });
  expect(await waitingFor(bea)).toHaveLength(1);
  expect(await writtenMails()).toBe(0);
  expect((await agreeTo(bea, request)).status).toBe(200);
  expect(await writtenMails()).toBe(2);
  await expectProblem(await bea.withCookie(`/api/admin/requests/${request.id}/preview`), 'not_found');
  await app.deps.sql`delete from rate_switches`;
});

test('the letter of a flat price names it before and after', async () => {
  await sentOnce(app, await signUp(app));
  const change = { method: 'PUT', json: { settings: [{ name: 'sms_price', value: '0.05' }] } };
  await expectProblem(await ada.withCookie('/api/admin/settings', change), 'approval_needed');
  const { letters } = await previewOf(bea, await requestAbout(bea, 'sms_price'));
  expect(letters[0]?.facts).toEqual([['One SMS segment to one recipient', '£0.05 (now: £0.03)']]);
  await withdraw(ada, await requestAbout(bea, 'sms_price'));
});
