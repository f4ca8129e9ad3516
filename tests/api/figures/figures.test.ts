import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type FigureSplit,
  type Figures,
  figureUnit,
  getFigures,
  listFigureUnits,
} from '../../../src/admin/figures/contract.ts';
import { countFigures } from '../../../src/money/figures/count-figures.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { fromUnits, parseMoney } from '../../../src/platform/kit/money.ts';
import {
  applyChanges,
  type RecipientChange,
} from '../../../src/services/messaging/delivery/apply-changes.ts';
import { lockCall } from '../../../src/services/voice/read-call.ts';
import { endCall } from '../../../src/services/voice/running/end-call.ts';
import { credit, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { expectSoundBooks } from '../../kit/books.ts';
import { makePair } from '../../kit/customers.ts';
import { makeDeck } from '../../kit/decks.ts';
import { newNumber, send } from '../../kit/messages.ts';
import { pagesOf } from '../../kit/pages.ts';
import { chance } from '../../kit/seed.ts';
import { order } from '../voice/calls.ts';
import { recount, splitUp, together } from './recount.ts';

const HOUR_MS = 3_600_000;
const EVER = 'from=2026-11-01&to=2027-01-31';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await startTestApp({ background: false });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

async function figures(query: string): Promise<Figures> {
  const response = await admin.as(`/api/admin/figures?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Figures;
}

const measuresOf = ({ units, revenue, cost, margin, uncosted, charged, listed }: Figures['total']) => ({
  ...{ units, revenue, cost, margin, uncosted, charged, listed },
});

/** That the figures are what a plain count of all messages and calls says. */
async function expectExact(): Promise<void> {
  const units = await recount(app);
  for (const { split, rows } of splitUp(units)) {
    const shown = await figures(`${EVER}&split=${split}`);
    const some = shown.rows.filter(({ units: count, cost }) => count !== 0 || Number(cost) !== 0);
    expect(Object.fromEntries(some.map((row) => [row.key, measuresOf(row)]))).toEqual(rows);
    expect(measuresOf(shown.total)).toEqual(together(units));
    for (const day of shown.days) {
      expect(measuresOf(day)).toEqual(together(units.filter((unit) => unit.day === day.day)));
    }
  }
}

describe('after any history', () => {
  const random = chance('figures');
  const upTo = (count: number) => Math.floor(random() * count);
  const oneOf = <Value>(values: readonly Value[]): Value => {
    const value = values[upTo(values.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  };
  const price = () => fromUnits(BigInt(upTo(500)));
  let people: TestActor[];

  beforeAll(async () => {
    const pair = await makePair(app);
    people = [await signUp(app), await signUp(app), pair.reseller, pair.customer];
    for (const person of people) await credit(app, person, '400.00');
    // Dearer than what is paid is not sold: the prices are £0.03 and £0.10, £0.02 and £0.05 for resellers.
    for (const service of ['sms', 'voice'] as const) {
      const rate = service === 'sms' ? '0.0125' : '0.0333';
      const rows = ['44', '49', '33'].map((prefix) => ({ prefix, rate, intervals: [30, 6] as const }));
      await makeDeck(app, service, rows, { carrier: 'sandbox' });
    }
  });

  const number = () =>
    oneOf([newNumber(), `+4915112${100_000 + upTo(900_000)}`, `+3361234${1000 + upTo(9000)}`]);

  async function write(person = oneOf(people), isRouted = random() < 0.7): Promise<string> {
    const { id } = await send(person, Array.from({ length: 1 + upTo(5) }, number));
    // Who is chosen, and what its list says, stands on the row by the time a carrier takes it.
    if (isRouted) {
      await app.deps
        .sql`update sms_recipients set route_to = 'sandbox', route_cost = 0.0125 where message_id = ${id}`;
    }
    return id;
  }

  /** Of each account, a message whose cost is known twice, and one whose cost is not known at all. */
  async function writeForAll(): Promise<void> {
    for (const person of people) {
      for (const isRouted of [true, false]) {
        const messageId = await write(person, isRouted);
        const rows = await app.deps.sql<{ id: string }[]>`
          select id from sms_recipients where message_id = ${messageId}`;
        const provider = isRouted ? 'sandbox' : 'sandbox-backup';
        const changes = rows.map(({ id }): RecipientChange => ({
          ...{ id, messageId, to: 'sent', from: ['queued'], provider },
          ...(isRouted && { carrierCost: fromUnits(120n) }),
        }));
        await transact(app.deps, (tx) => applyChanges(tx, changes));
      }
    }
  }

  const STATES = ['queued', 'sending', 'sent', 'delivered', 'failed', 'unknown'] as const;

  /** A carrier's news, whether it makes sense or not. */
  async function news(): Promise<void> {
    const rows = await app.deps.sql<{ id: string; message_id: string; cost: string }[]>`
      select id, message_id, cost from sms_recipients where status <> 'held' order by id`;
    const some = new Map(Array.from({ length: 1 + upTo(20) }, () => oneOf(rows)).map((row) => [row.id, row]));
    const changes = [...some.values()].map(({ id, message_id: messageId, cost }): RecipientChange => {
      const to = oneOf(['sent', 'delivered', 'failed', 'failed', 'unknown', 'queued'] as const);
      return {
        ...{ id, messageId, to, from: STATES.filter((state) => state !== to) },
        ...(to !== 'queued' && { provider: oneOf(['sandbox', 'sandbox-backup']) }),
        ...(random() < 0.4 && { carrierCost: price() }),
        refund: to === 'failed' && Number(cost) > 0 && random() < 0.6,
      };
    });
    await transact(app.deps, (tx) => applyChanges(tx, changes));
  }

  async function talk(): Promise<void> {
    const { id } = await order(oneOf(people), { destination: number() });
    const provider = oneOf(['sandbox', 'sandbox-backup', null]);
    await app.deps.sql`update voice_calls set provider = ${provider} where id = ${id}`;
    await transact(app.deps, async (tx) => {
      const call = await lockCall(tx.db, id);
      if (!call) throw new Error('the call is there');
      const answered = random() < 0.7;
      await endCall(tx, call, {
        end: answered ? 'completed' : oneOf(['busy', 'no-answer', 'failed']),
        duration: answered ? 1 + upTo(400) : 0,
        error: null,
        ...(random() < 0.5 && { carrierCost: price() }),
      });
    });
  }

  test('they are what a plain count of all messages and calls says, however much of it is folded', async () => {
    await writeForAll();
    for (let step = 0; step < 50; step++) {
      await oneOf([() => write(), news, news, talk])();
      if (random() < 0.1) app.clock.advance(HOUR_MS * (1 + upTo(20)));
      if (random() < 0.1) await Promise.all([countFigures(app.deps), countFigures(app.deps)]);
    }
    await writeForAll();
    await expectExact();
    const before = await figures(EVER);
    await countFigures(app.deps);
    const [waiting] = await app.deps.sql<
      { count: number }[]
    >`select count(*)::integer as count from figure_changes`;
    expect(waiting?.count).toBe(0);
    expect(await figures(EVER)).toEqual(before);
    expect(before.total.uncosted).toBeGreaterThan(0);
    expect(Number(before.total.charged)).toBeGreaterThan(0);
    await expectSoundBooks(app);
  });

  test.each(['carrier', 'country', 'reseller', 'customer', 'route'] as FigureSplit[])(
    'by %s, each row is made of the messages and calls that are listed below it, and has its own days',
    async (split) => {
      const all = await figures(`${EVER}&split=${split}`);
      expect(all.rows.length).toBeGreaterThan(1);
      for (const { key } of all.rows.slice(0, 4)) {
        const units = (await recount(app)).filter(({ keys }) => keys[split] === key);
        const query = `${EVER}&split=${split}&key=${encodeURIComponent(key)}`;
        const one = await figures(query);
        expect(measuresOf(one.total)).toEqual(together(units));
        for (const service of ['sms', 'voice']) {
          const path = `/api/admin/figures/units?${query}&service=${service}&limit=20`;
          const listed = (await pagesOf(admin, path, figureUnit)).flat();
          const own = Map.groupBy(
            units.filter((unit) => unit.service === service),
            ({ id }) => id,
          );
          const counting = [...own].filter(([, some]) =>
            some.some(({ units: count, cost }) => count > 0 || cost > 0n),
          );
          expect(listed.map(({ id }) => id)).toEqual(
            counting.map(([id]) => id).toSorted((a, b) => (a < b ? 1 : -1)),
          );
          for (const unit of listed) expect(measuresOf(unit)).toEqual(together(own.get(unit.id) ?? []));
        }
      }
    },
  );

  test('the CSV files have the same sums', async () => {
    const units = await recount(app);
    const total = together(units);
    const file = await (await admin.as(`/api/admin/figures.csv?${EVER}&split=customer`)).text();
    const [head, ...lines] = file.trim().split('\r\n');
    expect(head).toBe('day,customer,email,service,units,revenue,cost,margin,uncosted,charged,listed');
    const column = (index: number, rows = lines) =>
      rows.reduce((sum, line) => sum + parseMoney(line.split(',')[index] ?? ''), 0n);
    expect(column(5)).toBe(parseMoney(total.revenue));
    expect(column(6)).toBe(parseMoney(total.cost));
    expect(new Set(lines.map((line) => line.split(',')[2]))).toContain(people[0]?.email);
    const sms = await (await admin.as(`/api/admin/figures/units.csv?${EVER}`)).text();
    const rows = sms.trim().split('\r\n').slice(1);
    expect(column(6, rows)).toBe(
      parseMoney(together(units.filter(({ service }) => service === 'sms')).revenue),
    );
    const activity = await (await admin.as('/api/admin/activity')).json();
    expect(activity).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'figures.exported', actor: { id: admin.id, email: admin.email } }),
      ]),
    );
  });
});

test('only what belongs to the asked days and the service is shown, and odd questions are refused or empty', async () => {
  const person = await signUp(app);
  await credit(app, person, '1.00');
  const day = app.clock.now().toISOString().slice(0, 10);
  const { id } = await send(person, [newNumber()]);
  const [recipient] = await app.deps.sql<
    { id: string }[]
  >`select id from sms_recipients where message_id = ${id}`;
  await transact(app.deps, (tx) =>
    applyChanges(tx, [{ id: recipient?.id ?? '', messageId: id, to: 'sent', from: ['queued'] }]),
  );
  const mine = `split=customer&key=${person.id}`;
  expect((await figures(`${mine}&from=${day}&to=${day}`)).total).toMatchObject({
    units: 1,
    revenue: '0.0300',
    cost: '0.0000',
    uncosted: 1,
  });
  expect((await figures(`${mine}&from=${day}&to=${day}&service=voice`)).total.units).toBe(0);
  expect((await figures(`${mine}&from=2026-10-01&to=2026-10-31`)).total.units).toBe(0);
  expect((await figures('split=customer&key=nobody')).total.units).toBe(0);
  const listed = await admin.as('/api/admin/figures/units?split=reseller&key=%27%3B--');
  expect(await listed.json()).toEqual([]);
  for (const query of [
    'from=2026-11-02&to=2026-11-01',
    'from=2020-01-01&to=2026-01-01',
    'split=moon',
    'key=%00',
  ]) {
    for (const path of ['', '.csv', '/units', '/units.csv']) {
      if (path === '.csv' && query.startsWith('key')) continue;
      expect((await admin.as(`/api/admin/figures${path}?${query}`)).status).toBe(422);
    }
  }
  expect(getFigures.access).toBe('admin');
  expect(listFigureUnits.access).toBe('admin');
});
