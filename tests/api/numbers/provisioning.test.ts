import { createSandbox } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import type { BuyResult } from '../../../src/carriers/number-port.ts';
import type { Deps } from '../../../src/deps.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import { releaseLapsed } from '../../../src/services/numbers/renewal/release-lapsed.ts';
import { creditMargins } from '../../../src/money/margins/credit-margins.ts';
import { balanceOf, credit, type TestActor } from '../../kit/actors.ts';
import { codeOf, eventually, openEvents, setAheadBy, startTestApp, type TestApp, changed } from '../../kit/index.ts';
import { makePair, holdPrices, setPriceList, expectSoundBooks, transactionsOf } from '../../kit/index.ts';
import { available, bought, buyer, holdAs, numbersOf, releaseAs, renewAs } from './numbers.ts';

/** How long one process has a purchase to itself, and after how long it is given up. */
const PROVISIONING_CLAIM_MS = 60_000;
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/** A carrier at which numbers have to be bought, as at the real ones; it keeps what it sold by reference. */
class NumberSeller {
  answers: (() => Promise<BuyResult>)[] = [];
  sold = new Map<string, string>();
  /** How often it was asked. */
  asked = 0;
  released: string[] = [];

  readonly adapter = changed(
    createSandbox('seller', { concurrency: 10, perSecond: 100, latencyMs: [0, 0], reportDelayMs: [0, 0] }),
    (carrier) => {
      carrier.buyNumber = (number, reference) => this.buy(number, reference);
      carrier.releaseNumber = (id) => this.release(id);
    },
  );

  /** The next returns of numbers wait for these. */
  gates: Promise<void>[] = [];

  async release(id: string): Promise<void> {
    this.released.push(id);
    await this.gates.shift();
  }

  async buy(number: string, reference: string): Promise<BuyResult> {
    this.asked += 1;
    const answer = this.answers.shift();
    if (answer) return answer();
    this.sold.set(reference, number);
    return { kind: 'bought', carrierNumberId: `at-carrier-${number}` };
  }
}

let seller: NumberSeller;
let app: TestApp;
let person: TestActor;
beforeEach(async () => {
  seller = new NumberSeller();
  app = await startTestApp({ adapters: [seller.adapter], background: false });
  person = await buyer(app);
}, 30_000);
afterEach(async () => {
  await expectSoundBooks(app);
  await app.stop();
});

const events = () => openEvents(app, { authorization: `Bearer ${person.key}` });

describe('a number that has to be bought at the carrier', () => {
  test('is charged first, then bought once, then active', async () => {
    const stream = await events();
    const answer = await bought(person);
    expect(answer.status).toBe('provisioning');
    expect((await stream.next('number-status')).data).toMatchObject({ status: 'provisioning' });
    expect((await stream.next('number-status')).data).toMatchObject({ id: answer.id, status: 'active' });
    expect(await numbersOf(person)).toMatchObject([{ id: answer.id, status: 'active' }]);
    expect([...seller.sold.values()]).toEqual([answer.number]);
    await Promise.all([provisionNumbers(app.deps), provisionNumbers(app.deps)]);
    expect(seller.asked).toBe(1);
    expect(await balanceOf(person)).toBe('451.00');
    await stream.close();
  });

  test('earns a reseller its margin when the carrier has sold it, and not before', async () => {
    const { reseller, customer } = await makePair(app);
    await credit(app, customer, '500.00');
    await setPriceList(reseller, { numberPercent: 200 });
    await holdPrices(app);
    const earned = async () => {
      await creditMargins(app.deps);
      return balanceOf(reseller);
    };
    const { promise, resolve } = Promise.withResolvers<BuyResult>();
    seller.answers.push(() => promise);
    expect(await bought(customer)).toMatchObject({ status: 'provisioning', monthlyPrice: '98.00' });
    expect(await earned()).toBe('0.00');
    resolve({ kind: 'bought', carrierNumberId: 'theirs' });
    const [number] = await eventually('the number', async () => {
      const numbers = await numbersOf(customer);
      return numbers[0]?.status === 'active' && numbers;
    });
    expect(await earned()).toBe('73.50');
    // A month that is paid at once is earned at once.
    expect((await renewAs(customer, number?.id ?? '')).status).toBe(200);
    expect(await earned()).toBe('147.00');
  });

  test('is refunded and free again where the carrier refuses it', async () => {
    const refusal = { code: 'gone', customerWords: 'This number is not available', retry: 'never' } as const;
    seller.answers.push(async () => ({ kind: 'refused', ...refusal }));
    const stream = await events();
    const { number } = await bought(person);
    await stream.next('number-status');
    expect((await stream.next('number-status')).data).toMatchObject({ number, status: 'refused' });
    expect(await balanceOf(person)).toBe('500.00');
    expect(await numbersOf(person)).toEqual([]);
    expect(await available(person)).toContain(number);
    const [refund, charge] = await transactionsOf(person);
    expect(refund).toMatchObject({
      type: 'refund',
      balanceChange: '49.00',
      reason: refusal.customerWords,
      refundsTransactionId: charge?.id,
    });
    await stream.close();
  });

  test('where the answer was lost, is asked for again by the same reference and neither lost nor paid twice', async () => {
    const lost = Promise.withResolvers<void>();
    seller.answers.push(async () => {
      lost.resolve();
      throw new Error('connection reset');
    });
    const { id, number } = await bought(person);
    await lost.promise;
    await provisionNumbers(app.deps);
    expect(await numbersOf(person)).toMatchObject([{ id, status: 'provisioning' }]);
    expect(seller.asked).toBe(1);

    app.clock.advance(PROVISIONING_CLAIM_MS);
    await Promise.all([provisionNumbers(app.deps), provisionNumbers(app.deps)]);
    expect(await numbersOf(person)).toMatchObject([{ id, status: 'active' }]);
    expect(seller.asked).toBe(2);
    const [row] = await app.deps.sql<{ transaction_id: string }[]>`
      select transaction_id from did_numbers where id = ${id}`;
    expect([...seller.sold]).toEqual([[row?.transaction_id ?? '', number]]);
    expect(await balanceOf(person)).toBe('451.00');
  });

  test('is tried again where the carrier says later', async () => {
    const busy = { code: '20429', customerWords: 'Too busy', retry: 'later' } as const;
    seller.answers.push(async () => ({ kind: 'refused', ...busy }));
    const { id } = await bought(person);
    await eventually('the carrier was asked', async () => seller.asked === 1);
    app.clock.advance(PROVISIONING_CLAIM_MS);
    await provisionNumbers(app.deps);
    expect(await numbersOf(person)).toMatchObject([{ id, status: 'active' }]);
    expect(await balanceOf(person)).toBe('451.00');
  });

  test("is nobody else's while it is being bought, and not renewed", async () => {
    const answer = Promise.withResolvers<BuyResult>();
    seller.answers.push(() => answer.promise);
    const { id, number } = await bought(person);
    const other = await buyer(app);
    expect(await available(other)).not.toContain(number);
    expect(await codeOf(await holdAs(other, number))).toBe('number_taken');
    expect((await releaseAs(person, number)).status).toBe(404);
    expect((await renewAs(person, id)).status).toBe(404);
    const stream = await events();
    answer.resolve({ kind: 'bought', carrierNumberId: 'late' });
    expect((await stream.next('number-status')).data).toMatchObject({ id, status: 'active' });
    await stream.close();
  });

  test('is given back to the carrier after its grace period, and only then for sale', async () => {
    const stream = await events();
    const { number, graceEndsAt } = await bought(person);
    await stream.next('number-status');
    await stream.next('number-status');
    await stream.close();
    app.clock.moveTo(new Date(Date.parse(graceEndsAt) - 5000));
    await releaseLapsed(app.deps);
    expect(seller.released).toEqual([]);
    app.clock.moveTo(graceEndsAt);
    expect(await available(person)).not.toContain(number);
    await releaseLapsed(app.deps);
    await releaseLapsed(app.deps);
    expect(seller.released).toEqual([`at-carrier-${number}`]);
    expect(await available(person)).toContain(number);
  });
});

test('a number is given back by one process: it is not sold again while another is at it', async () => {
  const stream = await events();
  const { number, graceEndsAt } = await bought(person);
  await stream.next('number-status');
  await stream.next('number-status');
  await stream.close();
  app.clock.moveTo(graceEndsAt);
  const gate = Promise.withResolvers<void>();
  seller.gates.push(gate.promise);
  const slow = releaseLapsed(app.deps);
  await eventually('the carrier is asked', async () => seller.released.length === 1);
  await releaseLapsed(app.deps);
  // Nor is it another's where PostgreSQL's clock was set ahead meanwhile.
  app.clock.advance(3_600_000);
  await releaseLapsed({ ...app.deps, clock: setAheadBy(3_600_000, app.clock) });
  // If it were sold now, the process that still works on it would take it from its new owner.
  expect(await available(person)).not.toContain(number);
  gate.resolve();
  await slow;
  expect(seller.released).toEqual([`at-carrier-${number}`]);
  expect(await available(person)).toContain(number);
});

describe('a number whose carrier never answers', () => {
  /** A process's work so long after the purchase, twice at once. */
  const provisionAfter = async (deps: Deps, { purchasedAt }: DidNumber, milliseconds: number) => {
    app.clock.moveTo(new Date(Date.parse(purchasedAt) + milliseconds));
    await Promise.all([provisionNumbers(deps), provisionNumbers(deps)]);
  };
  const lost = () => Promise.reject(new Error('connection reset'));

  test('because it is no longer configured is refunded after a day, and written down', async () => {
    seller.answers.push(lost);
    const purchase = await bought(person);
    const { id, number } = purchase;
    await eventually('the carrier was asked', async () => seller.asked === 1);
    await using without = await startTestApp({ beside: app, background: false });
    const stream = await events();
    await provisionAfter(without.deps, purchase, GIVE_UP_AFTER_MS - 1);
    expect(await numbersOf(person)).toMatchObject([{ id, status: 'provisioning' }]);

    await provisionAfter(without.deps, purchase, GIVE_UP_AFTER_MS);
    await provisionAfter(without.deps, purchase, GIVE_UP_AFTER_MS + PROVISIONING_CLAIM_MS);
    expect(await numbersOf(person)).toEqual([]);
    expect(await balanceOf(person)).toBe('500.00');
    expect((await stream.next('number-status')).data).toMatchObject({ number, status: 'refused' });
    const written = await app.deps.sql`
      select detail ->> 'number' as number, detail ->> 'refunded' as refunded, actor_id
      from audit_log where action = 'number.given_up'`;
    expect([...written]).toEqual([{ number, refunded: '49.00', actor_id: null }]);
    expect(await available(person)).toContain(number);
    await stream.close();
  });

  test('though it is configured, is refunded as well, once', async () => {
    seller.answers = [lost, lost];
    const purchase = await bought(person);
    await eventually('the carrier was asked', async () => seller.asked === 1);
    await provisionAfter(app.deps, purchase, GIVE_UP_AFTER_MS);
    expect(await balanceOf(person)).toBe('500.00');
    expect(seller.asked).toBe(2);
  });
});

test('a carrier that cannot be asked for numbers is a 502', async () => {
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('seller', true)`;
  const response = await person.as('/api/did-numbers/available?country=France');
  expect(response.status).toBe(502);
  expect(await codeOf(response)).toBe('provider_failed');
});
