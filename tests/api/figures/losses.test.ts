import { type FigureSplit, type Figures, figureUnit, listLosses } from '../../../src/admin/figures/contract.ts';
import { notifyOfLosses } from '../../../src/money/figures/notify-of-losses.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { lockCall } from '../../../src/services/voice/read-call.ts';
import { endCall } from '../../../src/services/voice/running/end-call.ts';
import { readAnswer, makeDeck, sellBy, funded, makeAdmin, type TestActor, there } from '../../kit/index.ts';
import { appForFile, deliverMails, mailTo, newNumber, send, TestClock } from '../../kit/index.ts';
import { buyTrunk } from '../payments/orders.ts';
import { order as orderCall } from '../voice/calls.ts';
import { BEGIN, readFigures } from './read-figures.ts';

const app = await appForFile({
  clock: new TestClock(BEGIN),
  background: false,
  env: { LOSS_ALARM_GBP: '0.50', METRICS_TOKEN: 'the-token-of-metrics', PUBLIC_URL: 'https://topline.example' },
});
const admin = await makeAdmin(app);
const person = await funded(app, '10.00');

/**
 * A message for £0.03 that its carrier asks so much for; by its price list it asks 0.0100.
 * @param prefix of the row of that list
 */
async function sentFor(
  carrierCost: string,
  number: string,
  { by = person, prefix = null }: { by?: TestActor; prefix?: string | null } = {},
): Promise<string> {
  const { id } = await send(by, [number]);
  await app.deps.sql`update sms_recipients set route_to = 'sandbox', route_cost = 0.0100, route_prefix = ${prefix}
    where message_id = ${id}`;
  const [row] = await app.deps.sql<{ id: string }[]>`select id from sms_recipients where message_id = ${id}`;
  const change = { id: row?.id ?? '', messageId: id, to: 'sent', from: ['queued'] } as const;
  await transact(app.deps, (tx) =>
    applyChanges(tx, [{ ...change, provider: 'sandbox', carrierCost: parseMoney(carrierCost) }]),
  );
  return id;
}

const told = async () => {
  const rows = await app.deps.sql<{ data: { destinations: { code: string }[] } }[]>`
    select data from mails where kind = 'losing_destinations' and user_id = ${admin.id} order by id`;
  return rows.map(({ data }) => data.destinations.map(({ code }) => code));
};
const figuresBy = async (split: FigureSplit, more = ''): Promise<Figures> => {
  const day = app.clock.now().toISOString().slice(0, 10);
  return readFigures(admin, `from=${day}&to=${day}&split=${split}${more}`);
};
const losses = () => readAnswer(admin.as('/api/admin/figures/losses'), listLosses);

test('administrators are told of a destination that loses more than the sum, once a day', async () => {
  await sentFor('0.5300', newNumber());
  await notifyOfLosses(app.deps);
  expect(await losses()).toEqual([]);
  expect(await told()).toEqual([]);
  await sentFor('0.0301', newNumber());
  await sentFor('5.0000', '+4915112345678');
  await Promise.all([notifyOfLosses(app.deps), notifyOfLosses(app.deps)]);
  await notifyOfLosses(app.deps);
  const codes = (await told()).flat();
  expect(codes.toSorted()).toEqual(['+44', '+49']);
  expect(await losses()).toEqual([
    { day: '2026-11-16', code: '+49', revenue: '0.0300', cost: '5.0000' },
    { day: '2026-11-16', code: '+44', revenue: '0.0600', cost: '0.5601' },
  ]);
  const metrics = await app.fetch('/metrics', { headers: { authorization: 'Bearer the-token-of-metrics' } });
  expect(await metrics.text()).toContain('losing_destinations{day="2026-11-16",code="+49"} 4.97');
  await deliverMails(app);
  expect((await mailTo(app, admin.email, /lose money/)).text).toContain('£5.00');
  // The next day is another day, and after that the first one is over.
  app.clock.advance(24 * 3_600_000);
  await sentFor('2.0000', '+4915112345678');
  await notifyOfLosses(app.deps);
  expect((await told()).slice(1).flat()).toEqual(['+49']);
  app.clock.advance(24 * 3_600_000);
  expect(await losses()).toEqual([{ day: '2026-11-17', code: '+49', revenue: '0.0300', cost: '2.0000' }]);
});

test("we hold a carrier's charge against its price list, and list differences beyond rounding", async () => {
  const other = await funded(app, '1.00');
  const alike = await sentFor('0.0101', '+33612345678', { by: other });
  const dearer = await sentFor('0.0102', '+33612345679', { by: other });
  const day = app.clock.now().toISOString().slice(0, 10);
  const query = `from=${day}&to=${day}&split=customer&key=${other.id}`;
  const listed = async (extra: string) =>
    figureUnit.array().parse(await (await admin.as(`/api/admin/figures/units?${query}${extra}`)).json());
  expect((await listed('')).map(({ id }) => id)).toEqual([dearer, alike]);
  const [only, ...more] = await listed('&differing=true');
  expect(more).toEqual([]);
  expect(only).toMatchObject({ id: dearer, charged: '0.0102', listed: '0.0100' });
  const file = await (await admin.as(`/api/admin/figures/units.csv?${query}&differing=true`)).text();
  expect(file.trim().split('\r\n').length).toBe(2);
  expect(file).toContain(`${dearer},`);
});

test('a row of the price list that loses is found, however much the rest of its country earns', async () => {
  app.clock.advance(10 * 24 * 3_600_000);
  const day = app.clock.now().toISOString().slice(0, 10);
  for (let sent = 0; sent < 30; sent++) await sentFor('0.0000', newNumber(), { prefix: '44' });
  await sentFor('0.6000', newNumber(), { prefix: '4479' });
  expect(await losses()).toEqual([{ day, code: '+4479', revenue: '0.0300', cost: '0.6000' }]);
  expect((await figuresBy('country')).rows.map(({ key, margin }) => [key, margin])).toEqual([['+44', '0.3300']]);
  expect((await figuresBy('destination')).rows.map(({ key, margin }) => [key, margin])).toEqual([
    ['+44', '0.9000'],
    ['+4479', '-0.5700'],
  ]);
});

test("a package's minute is no loss of its destination: it stands with what the package was sold for", async () => {
  app.clock.advance(20 * 24 * 3_600_000);
  const buyer = await funded(app, '150.00');
  await buyTrunk(buyer, 'basic');
  const { id } = await orderCall(buyer, { destination: '+447700900123' });
  await app.deps.sql`update voice_calls set provider = 'sandbox', route_by = 'cheapest', route_rate = 0.0123,
    route_prefix = '4477' where id = ${id}`;
  await transact(app.deps, async (tx) => {
    const call = there(await lockCall(tx.db, id), 'the call is there');
    await endCall(tx, call, { end: 'completed', duration: 90, error: null, carrierCost: parseMoney('160.0000') });
  });
  // Together they lose: nobody is told, because that is no price of a destination.
  expect(await losses()).toEqual([]);
  for (const split of ['carrier', 'country', 'destination', 'route'] as const) {
    const { rows } = await figuresBy(split);
    expect(rows).toMatchObject([{ key: 'packages', units: 2, revenue: '150.0000', cost: '160.0000' }]);
  }
  // Asked for packages alone, it is seen whom their minutes are paid to.
  const { rows } = await figuresBy('carrier', '&service=trunk');
  expect(rows).toMatchObject([
    { key: '', units: 1, revenue: '150.0000', cost: '0.0000' },
    { key: 'sandbox', units: 1, revenue: '0.0000', cost: '160.0000' },
  ]);
  // Which carrier took the call, why, and for how much.
  const day = app.clock.now().toISOString().slice(0, 10);
  const units = await admin.as(`/api/admin/figures/units?from=${day}&to=${day}&service=trunk`);
  const [newest, sold] = figureUnit.array().parse(await units.json());
  expect(newest).toMatchObject({
    id,
    carrier: 'sandbox',
    routeBy: 'cheapest',
    routePrice: '0.0123',
    routePrefix: '4477',
  });
  expect(sold).toMatchObject({ number: null, carrier: null, routeBy: null, revenue: '150.0000' });
  expect((await figuresBy('customer', `&key=${buyer.id}`)).total).toMatchObject({ units: 2, margin: '-10.0000' });
});

test('we find a losing row of the list that we sell by, for a carrier without a price list', async () => {
  app.clock.advance(30 * 24 * 3_600_000);
  const day = app.clock.now().toISOString().slice(0, 10);
  // Shorter than a calling code: nobody would know which country it is.
  const rows = [
    { prefix: '4', rate: '0.03' },
    { prefix: '4479', rate: '0.03' },
    { prefix: '44', rate: '0.03' },
  ];
  await sellBy(app, 'sms', await makeDeck(app, 'sms', rows));
  const sent = async (number: string, cost: string) => {
    const { id: messageId } = await send(person, [number]);
    const [row] = await app.deps.sql<{ id: string }[]>`select id from sms_recipients where message_id = ${messageId}`;
    const change = { id: row?.id ?? '', messageId, to: 'sent', from: ['queued'], provider: 'smpp' } as const;
    const carrierCost = parseMoney(cost);
    await transact(app.deps, (tx) => applyChanges(tx, [{ ...change, carrierCost }]));
  };
  for (let count = 0; count < 30; count++) await sent('+447400123456', '0.0000');
  await sent(newNumber(), '0.6000');
  await sent('+4915112345678', '0.7000');
  expect(await losses()).toEqual([
    { day, code: '+49', revenue: '0.0300', cost: '0.7000' },
    { day, code: '+4479', revenue: '0.0300', cost: '0.6000' },
  ]);
  const { rows: figures } = await figuresBy('destination');
  expect(figures.map(({ key }) => key).toSorted()).toEqual(['+44', '+4479', '+49']);
  const answer = await admin.as(
    `/api/admin/figures/units?from=${day}&to=${day}&split=destination&key=${encodeURIComponent('+4479')}`,
  );
  expect(figureUnit.array().parse(await answer.json())).toMatchObject([{ cost: '0.6000', routePrefix: null }]);
  // A call likewise.
  await sellBy(app, 'voice', await makeDeck(app, 'voice', [{ prefix: '447', rate: '0.02' }]));
  const { id } = await orderCall(person, { destination: '+447700900123' });
  await app.deps.sql`update voice_calls set provider = 'smpp' where id = ${id}`;
  await transact(app.deps, async (tx) => {
    const call = there(await lockCall(tx.db, id), 'the call is there');
    const carrierCost = parseMoney('3.0000');
    await endCall(tx, call, { end: 'completed', duration: 60, error: null, carrierCost });
  });
  expect((await losses())?.[0]).toEqual({ day, code: '+447', revenue: '0.0200', cost: '3.0000' });
  // Their results count at the same prefixes.
  const kept = await app.deps.sql`select prefix from route_outcomes where carrier = 'smpp'`;
  expect(kept.map(({ prefix }) => String(prefix))).toEqual(['447']);
});
