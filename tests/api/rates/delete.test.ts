import type { RatedService } from '../../../db/enums.ts';
import { listActivity } from '../../../src/admin/contract.ts';
import { listRateDecks } from '../../../src/money/decks/contract.ts';
import { appForFile, credit, expectProblem, makeAdmin, makePair, readAnswer, send } from '../../kit/index.ts';
import { type DeckRow, makeDeck, sellBy } from '../../kit/decks.ts';

const ROWS: readonly DeckRow[] = [{ prefix: '44', rate: '0.03' }];
const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from rate_switches`;
  await app.deps.sql`delete from rate_uses`;
});

const remove = (id: string, by = admin) => by.as(`/api/admin/rate-decks/${id}`, { method: 'DELETE' });
const sell = (deckId: string | null, service: RatedService = 'sms') =>
  admin.as(`/api/admin/rate-uses/${service}`, { method: 'PUT', json: { deckId } });
const decks = async () => (await readAnswer(admin.as('/api/admin/rate-decks'), listRateDecks)).decks;
const leftOf = async (id: string): Promise<number> => {
  const [left] = await app.deps.sql<{ count: number }[]>`
    select ((select count(*) from rate_rows where deck_id = ${id}) + (select count(*) from rate_names where deck_id = ${id})
      + (select count(*) from rate_imports where deck_id = ${id}))::integer as count`;
  return left?.count ?? -1;
};

test('a list that nobody buys by is deleted whole, and others stay', async () => {
  const [gone, stays] = [await makeDeck(app, 'sms', ROWS, { offered: true }), await makeDeck(app, 'sms', ROWS)];
  const { name } = (await decks()).find(({ id }) => id === gone) ?? { name: '' };
  const before = await leftOf(stays);
  expect((await remove(gone)).status).toBe(204);
  expect((await decks()).map(({ id }) => id)).toEqual([stays]);
  expect([await leftOf(gone), await leftOf(stays)]).toEqual([0, before]);
  await expectProblem(await remove(gone), 'not_found');
  const rows = await readAnswer(admin.as('/api/admin/activity'), listActivity);
  expect(rows.filter(({ action }) => action === 'rates.deck_deleted')).toEqual([
    expect.objectContaining({
      ...{ subject: name, actor: expect.objectContaining({ email: admin.email }) },
      detail: { kind: 'sell', service: 'sms', carrier: null, files: 1 },
    }),
  ]);
  // The name is free again.
  expect((await admin.as('/api/admin/rate-decks', { json: { name, kind: 'sell', service: 'sms' } })).status).toBe(201);
});

test('a list by which a service is sold, or going to be, or resellers pay, is not deleted', async () => {
  const [standard, resellers, announced] = [
    await makeDeck(app, 'sms', ROWS),
    await makeDeck(app, 'sms', ROWS),
    await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.09' }]),
  ];
  await sellBy(app, 'sms', standard, { resellerDeckId: resellers });
  await makePair(app);
  expect((await sell(announced)).status).toBe(200);
  for (const id of [standard, resellers, announced]) {
    const { detail } = await expectProblem(await remove(id), 'not_allowed_now');
    expect(detail).toContain('Choose other prices for them first');
  }
  expect((await decks()).map(({ id }) => id)).toEqual(expect.arrayContaining([standard, resellers, announced]));
  await admin.as('/api/admin/rate-uses/sms/announced', { method: 'DELETE' });
  expect((await remove(announced)).status).toBe(204);
});

test('a list that a reseller has chosen, for now or for tomorrow, is not deleted, and its prices hold', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, customer, '5.00');
  const [chosen, dearer] = [
    await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0250' }], { offered: true }),
    await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0900' }], { offered: true }),
  ];
  const choose = (smsDeckId: string | null) =>
    reseller.as(`/api/users/${reseller.id}/price-list`, { method: 'PUT', json: { smsDeckId } });
  expect((await choose(chosen)).status).toBe(200);
  await expectProblem(await remove(chosen), 'not_allowed_now');
  expect((await choose(dearer)).status).toBe(200);
  for (const id of [chosen, dearer]) await expectProblem(await remove(id), 'not_allowed_now');
  expect((await send(customer, ['+447911123456'])).cost).toBe('0.0300');
  await expectProblem(await remove(chosen, customer), 'forbidden');
});

test('an administrator can delete what a carrier asks', async () => {
  const costs = await makeDeck(app, 'voice', ROWS, { carrier: 'sandbox' });
  expect((await remove(costs)).status).toBe(204);
  const again = { name: 'Costs', kind: 'cost', service: 'voice', carrier: 'sandbox' };
  expect((await admin.as('/api/admin/rate-decks', { json: again })).status).toBe(201);
});

test('chosen and deleted at once: one of both is refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await makeDeck(app, 'voice', ROWS);
    const [removed, sold] = await Promise.all([remove(id), sell(id, 'voice')]);
    expect([
      [204, 404],
      [409, 200],
    ]).toContainEqual([removed.status, sold.status]);
    await app.deps.sql`delete from rate_uses`;
  }
});
