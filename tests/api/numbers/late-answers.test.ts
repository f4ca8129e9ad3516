import type { Adapter } from '../../../src/carriers/port.ts';
import type { BuyResult } from '../../../src/carriers/number-port.ts';
import { createSandbox } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { appForFile, balanceOf, startTestApp, type TestActor, transactionsOf, changed } from '../../kit/index.ts';
import { setAheadBy } from '../../kit/clock.ts';
import { bought, buyer, numbersOf } from './numbers.ts';

/** Two processes buy one number: the claim of the first has run out when its carrier answers. */

const sandbox = createSandbox('seller', { concurrency: 10, perSecond: 100, latencyMs: [0, 0], reportDelayMs: [0, 0] });

const sellerThat = (buy: () => Promise<BuyResult>, connected: string[] = []): Adapter =>
  changed(sandbox, (carrier) => {
    carrier.buyNumber = buy;
    if (carrier.incomingSms) {
      carrier.incomingSms.setAddress = async ({ carrierNumberId }) => void connected.push(carrierNumberId);
    }
  });

const BOUGHT: BuyResult = { kind: 'bought', carrierNumberId: 'theirs' };
const REFUSED: BuyResult = { kind: 'refused', code: 'gone', customerWords: 'It is gone', retry: 'never' };
let late: PromiseWithResolvers<BuyResult>;
let asked: PromiseWithResolvers<void>;
const connected: string[] = [];
let person: TestActor;
const silent = () => {
  asked.resolve();
  return late.promise;
};
const first = await appForFile({ adapters: [sellerThat(silent, connected)], background: false, soundBooks: true });
beforeEach(async () => {
  [late, asked] = [Promise.withResolvers(), Promise.withResolvers()];
  connected.length = 0;
  person = await buyer(first);
});

const startSecond = (buy: () => Promise<BuyResult>) =>
  startTestApp({ beside: first, background: false, adapters: [sellerThat(buy)] });

/** The first process asks and hears nothing; the second hears `said`, and only then the first `afterwards`. */
async function overtaken(said: BuyResult, afterwards: BuyResult): Promise<string> {
  const { id } = await bought(person);
  const slow = provisionNumbers(first.deps);
  await asked.promise;
  first.clock.advance(60_000);
  const second = await startSecond(async () => said);
  await provisionNumbers(second.deps);
  await second.stop();
  late.resolve(afterwards);
  await slow;
  return id;
}

test('after PostgreSQL’s clock was set ahead, a number that another process buys is left to it', async () => {
  const { id } = await bought(person);
  const slow = provisionNumbers(first.deps);
  await asked.promise;
  first.clock.advance(3_600_000);
  let again = 0;
  const second = await startSecond(async () => {
    again += 1;
    return BOUGHT;
  });
  const deps = { ...second.deps, clock: setAheadBy(3_600_000, first.clock) };
  await provisionNumbers(deps);
  expect(again).toBe(0);
  // The claim that was made before holds as long as it would have.
  first.clock.advance(60_000);
  await provisionNumbers(deps);
  expect(again).toBe(1);
  await second.stop();
  late.resolve(BOUGHT);
  await slow;
  expect(await numbersOf(person)).toMatchObject([{ id, status: 'active' }]);
});

test('a refusal that comes when another process has bought it takes nothing away', async () => {
  const id = await overtaken(BOUGHT, REFUSED);
  expect(await numbersOf(person)).toMatchObject([{ id, status: 'active' }]);
  expect(await balanceOf(person)).toBe('451.00');
  expect(await transactionsOf(person)).toHaveLength(2);
});

test('a refusal that comes twice is refunded once', async () => {
  await overtaken(REFUSED, REFUSED);
  expect(await numbersOf(person)).toEqual([]);
  expect(await balanceOf(person)).toBe('500.00');
});

test('a sale that comes twice is one number, with the id that was stored first', async () => {
  const id = await overtaken(BOUGHT, { kind: 'bought', carrierNumberId: 'another' });
  expect(await numbersOf(person)).toMatchObject([{ id, status: 'active' }]);
  const [row] = await first.deps.sql`select provider_number_id from did_numbers where id = ${id}`;
  expect(row?.provider_number_id).toBe('theirs');
  expect(connected).toEqual([]);
  expect(await balanceOf(person)).toBe('451.00');
});

test('a sale that comes after a refusal charges nobody, and has no messages sent to it', async () => {
  await overtaken(REFUSED, BOUGHT);
  expect(await numbersOf(person)).toEqual([]);
  expect(await balanceOf(person)).toBe('500.00');
  expect(connected).toEqual([]);
});
