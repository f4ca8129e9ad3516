import { eq } from 'drizzle-orm';
import { FIGURE_SPLITS, type Figures, figureUnit } from '../../../src/admin/figures/contract.ts';
import { COLUMNS } from '../../../src/admin/figures/measures.ts';
import { didNumbers } from '../../../db/schema/index.ts';
import { FIGURE_SERVICES, type FigureService } from '../../../db/enums.ts';
import { countFigures } from '../../../src/money/figures/count-figures.ts';
import { PACKAGES_KEY } from '../../../src/shared/packages-key.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { fromUnits, parseMoney } from '../../../src/platform/kit/money.ts';
import { applyChanges, type RecipientChange } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { giveBack } from '../../../src/services/numbers/provisioning/give-back.ts';
import { lockCall } from '../../../src/services/voice/read-call.ts';
import { endCall } from '../../../src/services/voice/running/end-call.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { credit, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, makeDeck, makePair, newNumber, pagesOf, send, TestClock, there } from '../../kit/index.ts';
import { chance, oneOf } from '../../kit/seed.ts';
import { order } from '../voice/calls.ts';
import { bought, renewAs } from '../numbers/numbers.ts';
import { buyTrunk, orderAs, payAs } from '../payments/orders.ts';
import { recount, rowOf, splitUp, together } from './recount.ts';
import { BEGIN, readFigures } from './read-figures.ts';

const EVER = 'from=2026-11-01&to=2027-01-31';

const app = await appForFile({ background: false, clock: new TestClock(BEGIN), soundBooks: true });
const admin = await makeAdmin(app);
const figures = (query: string) => readFigures(admin, query);
const isOfPackages = (service: FigureService) => service === 'trunk' || service === 'reseller_package';

const measuresOf = (row: Figures['total']) => Object.fromEntries(COLUMNS.map((name) => [name, row[name]]));

/** That the figures are what a plain count of all messages and calls says. */
async function expectExact(): Promise<void> {
  const units = await recount(app);
  for (const { split, service, rows } of splitUp(units)) {
    const shown = await figures(`${EVER}&split=${split}${service ? `&service=${service}` : ''}`);
    const some = shown.rows.filter(({ units: count, cost }) => count !== 0 || Number(cost) !== 0);
    expect(Object.fromEntries(some.map((row) => [row.key, measuresOf(row)]))).toEqual(rows);
    const own = units.filter((unit) => service === undefined || unit.service === service);
    expect(measuresOf(shown.total)).toEqual(together(own));
    for (const day of shown.days) {
      const ofDay = own.filter((unit) => unit.day === day.day);
      expect(measuresOf(day)).toEqual(together(ofDay));
    }
  }
}

/** That what was sold is what the ledger took for it, less what is the resellers' and what is still open. */
async function expectAsTheLedgerSays(): Promise<void> {
  const [sold] = await app.deps.sql<{ amount: string }[]>`
    select ((select -sum(amount) from postings where account in
        ('messages', 'calls', 'numbers', 'sip packages', 'reseller packages'))
      - (select coalesce(sum(amount), 0) from margin_earnings)
      - (select coalesce(sum(cost), 0) from sms_recipients where status in ('queued', 'held', 'sending', 'unknown'))
      -- The margin of what is not final is the reseller's, and not earned yet.
      - (select coalesce(sum(margin), 0) from sms_recipients where status = 'sent' and earned_unheard_at is null)
      )::numeric(16, 4)::text as amount`;
  expect((await figures(EVER)).total.revenue).toBe(sold?.amount ?? '');
}

describe('after any history', () => {
  const random = chance('figures');
  const upTo = (count: number) => Math.floor(random() * count);
  const pick = <Value>(values: readonly Value[]): Value => oneOf(values, random);
  const price = () => fromUnits(BigInt(upTo(500)));
  let people: TestActor[];

  beforeAll(async () => {
    const pair = await makePair(app);
    people = [await signUp(app), await signUp(app), pair.reseller, pair.customer];
    for (const person of people) await credit(app, person, '4000.00');
    // The first buys by minutes of a package and from the balance, the second becomes a reseller.
    const [first, second] = people;
    if (!first || !second) throw new RangeError('nobody is there');
    await buyTrunk(first, 'basic');
    await app.deps.sql`update voice_packages set call_minutes_included = 40 where user_id = ${first.id}`;
    const { id } = await orderAs(second);
    expect((await payAs(second, id)).status).toBe(200);
    // Dearer than what is paid is not sold: the prices are £0.03 and £0.10, £0.02 and £0.05 for resellers.
    for (const service of ['sms', 'voice'] as const) {
      const rate = service === 'sms' ? '0.0125' : '0.0333';
      const rows = ['44', '49', '33'].map((prefix) => ({ prefix, rate, intervals: [30, 6] as const }));
      await makeDeck(app, service, rows, { carrier: 'sandbox' });
    }
  });

  const number = () => pick([newNumber(), `+4915112${100_000 + upTo(900_000)}`, `+3361234${1000 + upTo(9000)}`]);

  async function write(person = pick(people), isRouted = random() < 0.7): Promise<string> {
    const { id } = await send(person, Array.from({ length: 1 + upTo(5) }, number));
    // The chosen carrier, and its list's price, stand on the row by the time the carrier takes it.
    if (isRouted) {
      await app.deps.sql`update sms_recipients set route_to = 'sandbox', route_cost = 0.0125 where message_id = ${id}`;
    }
    return id;
  }

  /** Writes for each account a message whose cost is known twice, and one whose cost is not known at all. */
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
    const some = new Map(Array.from({ length: 1 + upTo(20) }, () => pick(rows)).map((row) => [row.id, row]));
    const changes = [...some.values()].map(({ id, message_id: messageId, cost }): RecipientChange => {
      const to = pick(['sent', 'delivered', 'failed', 'failed', 'unknown', 'queued'] as const);
      return {
        ...{ id, messageId, to, from: STATES.filter((state) => state !== to) },
        ...(to !== 'queued' && { provider: pick(['sandbox', 'sandbox-backup']) }),
        ...(random() < 0.4 && { carrierCost: price() }),
        refund: to === 'failed' && Number(cost) > 0 && random() < 0.6,
      };
    });
    await transact(app.deps, (tx) => applyChanges(tx, changes));
  }

  async function talk(): Promise<void> {
    const { id } = await order(pick(people), { destination: number() });
    const provider = pick(['sandbox', 'sandbox-backup', null]);
    await app.deps.sql`update voice_calls set provider = ${provider} where id = ${id}`;
    await transact(app.deps, async (tx) => {
      const call = there(await lockCall(tx.db, id), 'the call is there');
      const answered = random() < 0.7;
      await endCall(tx, call, {
        end: answered ? 'completed' : pick(['busy', 'no-answer', 'failed']),
        duration: answered ? 1 + upTo(400) : 0,
        error: null,
        ...(random() < 0.5 && { carrierCost: price() }),
      });
    });
  }

  /** A number is bought, and paid for once more or not to be had in the end. */
  async function trade(): Promise<void> {
    const person = pick(people);
    const { id } = await bought(person, pick(['United Kingdom', 'France']));
    if (random() < 0.5) {
      expect((await renewAs(person, id)).status).toBe(200);
      return;
    }
    // The number stands as one that its carrier has not sold yet: no margin of it is earned.
    const [row] = await app.deps.db
      .update(didNumbers)
      .set({ status: 'provisioning' })
      .where(eq(didNumbers.id, id))
      .returning();
    if (!row) throw new Error('the number is there');
    await app.deps.sql`delete from margin_earnings where transaction_id = ${row.transactionId}`;
    await transact(app.deps, (tx) => giveBack(tx, row, { reason: 'It is gone' }));
  }

  test('they are what a plain count of all that was sold says, and what the ledger says, however much of it is folded', async () => {
    await writeForAll();
    for (let step = 0; step < 50; step++) {
      await pick([() => write(), news, news, talk, talk, trade])();
      if (random() < 0.1) app.clock.advance(HOUR_MS * (1 + upTo(20)));
      if (random() < 0.1) await Promise.all([countFigures(app.deps), countFigures(app.deps)]);
    }
    await writeForAll();
    const ends = ['trunk', 'number', 'reseller_package'].map(
      async (service) => (await figures(`${EVER}&service=${service}`)).total,
    );
    for (const { units, revenue } of await Promise.all(ends)) {
      expect(units).toBeGreaterThan(0);
      expect(Number(revenue)).toBeGreaterThan(0);
    }
    await expectExact();
    await expectAsTheLedgerSays();
    const before = await figures(EVER);
    await countFigures(app.deps);
    const [waiting] = await app.deps.sql<{ count: number }[]>`select count(*)::integer as count from figure_changes`;
    expect(waiting?.count).toBe(0);
    expect(await figures(EVER)).toEqual(before);
    expect(before.total.uncosted).toBeGreaterThan(0);
    expect(before.total.margin).not.toBeNull();
    expect(Number(before.total.charged)).toBeGreaterThan(0);
  }, 30_000);

  test.each([...FIGURE_SPLITS])(
    'by %s, each row is made of what is listed below it, and has its own days',
    async (split) => {
      const all = await figures(`${EVER}&split=${split}`);
      expect(all.rows.length).toBeGreaterThan(1);
      for (const { key } of all.rows.slice(0, 4)) {
        const units = (await recount(app)).filter((unit) => rowOf(unit, split) === key);
        const query = `${EVER}&split=${split}&key=${encodeURIComponent(key)}`;
        const one = await figures(query);
        expect(measuresOf(one.total)).toEqual(together(units));
        const services = FIGURE_SERVICES.filter(
          (service) => isOfPackages(service) === (key === PACKAGES_KEY) || split === 'customer' || split === 'reseller',
        );
        for (const service of services) {
          const path = `/api/admin/figures/units?${query}&service=${service}&limit=20`;
          const listed = (await pagesOf(admin, path, figureUnit)).flat();
          const own = Map.groupBy(
            units.filter((unit) => unit.service === service),
            ({ id }) => id,
          );
          const counting = [...own].filter(([, some]) => some.some(({ units: count, cost }) => count > 0 || cost > 0n));
          expect(listed.map(({ id }) => id)).toEqual(counting.map(([id]) => id).toSorted((a, b) => (a < b ? 1 : -1)));
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
    expect(head).toBe('day,customer,email,service,units,revenue,cost,margin,uncosted,uncostedRevenue,charged,listed');
    const column = (index: number, rows = lines) =>
      rows.reduce((sum, line) => sum + parseMoney(line.split(',')[index] ?? ''), 0n);
    expect(column(5)).toBe(parseMoney(total.revenue));
    expect(column(6)).toBe(parseMoney(total.cost));
    for (const line of lines) {
      const [units, revenue, cost, margin, , without] = line.split(',').slice(4);
      expect(units).toMatch(/^\d+$/);
      if (margin === 'unknown') expect([without, cost]).toEqual([revenue, '0.0000']);
      else expect(Number(margin)).toBeCloseTo(Number(revenue) - Number(without) - Number(cost), 4);
    }
    expect(lines.some((line) => line.includes(',unknown,'))).toBe(true);
    expect(new Set(lines.map((line) => line.split(',')[2]))).toContain(people[0]?.email);
    const sms = await (await admin.as(`/api/admin/figures/units.csv?${EVER}`)).text();
    const rows = sms.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[3])).toContain('reseller_package');
    expect(column(6, rows)).toBe(parseMoney(together(units.filter(({ service }) => service === 'sms')).revenue));
    expect(await (await admin.as('/api/admin/activity')).json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'figures.exported', actor: { id: admin.id, email: admin.email } }),
      ]),
    );
  });
});
