import { type Transaction, transaction } from '../../src/money/payments/contract.ts';
import { balanceOf, makeApprover, signUp, type TestActor } from '../kit/actors.ts';
import { expectProblem, expectSoundBooks, readAs, startTestApp, type TestApp } from '../kit/index.ts';
import { newHash, statuses, submitAs, verifyAs } from '../api/payments/payments.ts';
import { type Endpoint, startEsplora } from './kit/endpoint.ts';
import { check } from './kit/evidence.ts';

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const HUNDRED = { address: OURS, value: 180_000 };
const TWO_HUNDRED = { address: OURS, value: 360_000 };
const SOMEBODY = { address: 'bc1qsomebody', value: 5_000_000 };
let app: TestApp;
let admin: TestActor;
let esplora: Endpoint;
let hash: string;

async function start(to: { address: string; value: number }[], env: Record<string, string> = {}) {
  hash = newHash();
  esplora = startEsplora(hash, { to });
  app = await startTestApp({ env: { CHAIN_BTC_URL: esplora.url, WALLET_BTC: OURS, ...env }, background: false });
  admin = await makeApprover(app);
}
beforeEach(() => {
  hash = '';
});
afterEach(async () => {
  await expectSoundBooks(app);
  await app.stop();
  await esplora.stop();
});

const pay = (who: TestActor, amount: string, outputIndex?: number) =>
  submitAs(who, { type: 'credit_purchase', amount, cryptocurrency: 'BTC', transactionHash: hash, outputIndex });
const paid = (who: TestActor, amount: string, outputIndex?: number): Promise<Transaction> =>
  readAs(pay(who, amount, outputIndex), transaction);

describe('one transaction that pays two customers', () => {
  beforeEach(() => start([SOMEBODY, HUNDRED, TWO_HUNDRED]));

  test('counts once for each of its outputs', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    const first = await paid(ada, '100.00');
    expect(first.outputIndex).toBeNull();
    expect(await check(admin, first)).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['not_quoted'],
      outputIndex: 1,
      arrivedValue: '100.00',
      outputs: [
        { index: 1, amount: '0.0018', usedBy: null },
        { index: 2, amount: '0.0036', usedBy: null },
      ],
    });
    const second = await paid(bob, '200.00', 2);
    expect(await check(admin, second)).toMatchObject({
      reasons: ['not_quoted'],
      outputIndex: 2,
      arrivedValue: '200.00',
      usedBefore: null,
      outputs: [
        { index: 1, usedBy: first.id },
        { index: 2, usedBy: null },
      ],
    });
    for (const payment of [first, second]) {
      expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
    }
    expect([await balanceOf(ada), await balanceOf(bob)]).toEqual(['100.00', '200.00']);
    const eve = await signUp(app);
    for (const output of [undefined, 1, 2]) {
      const refused = await pay(eve, '100.00', output);
      await expectProblem(refused, 'duplicate_transaction_hash');
    }
    const invented = await paid(eve, '100.00', 7);
    expect(await check(admin, invented)).toMatchObject({
      verdict: 'differs',
      reasons: ['wrong_address', 'not_quoted'],
    });
  });

  test('is all of it to a payment that names no output and was not looked up', async () => {
    const ada = await signUp(app);
    await paid(ada, '100.00');
    expect((await pay(ada, '200.00', 2)).status).toBe(409);
  });

  test('somebody has an output once, also of many at once', async () => {
    const ada = await signUp(app);
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(ada, '200.00', 2)));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 5 });
    const whole = await Promise.all(
      Array.from({ length: 6 }, (_, index) => pay(ada, '100.00', index % 2 ? 1 : undefined)),
    );
    expect(statuses(whole)).toEqual({ 201: 1, 409: 5 });
  });

  test('one of several who claim an output gets it, and who means the other one waits on', async () => {
    const [ada, bob, eve] = [await signUp(app), await signUp(app), await signUp(app)];
    const [first, same] = [await paid(ada, '100.00', 1), await paid(eve, '100.00', 1)];
    const other = await paid(bob, '200.00');
    await check(admin, first);
    expect((await verifyAs(admin, first.id, hash)).status).toBe(200);
    const states = await app.deps.sql`
      select id, status from transactions where id in (${same.id}, ${other.id}) order by id`;
    expect([...states]).toEqual([
      { id: same.id, status: 'failed' },
      { id: other.id, status: 'pending' },
    ]);
    expect(await check(admin, other)).toMatchObject({ outputIndex: 2, arrivedValue: '200.00' });
  });
});

test('an administrator says which of two outputs alike is meant, and both of two say the same', async () => {
  await start([HUNDRED, HUNDRED], { APPROVAL_ABOVE_GBP: '50' });
  const payment = await paid(await signUp(app), '100.00');
  expect(await check(admin, payment)).toMatchObject({
    verdict: 'inconclusive',
    reasons: ['not_quoted', 'several_outputs'],
    outputIndex: null,
    arrived: null,
  });
  expect((await verifyAs(admin, payment.id, hash, { outputIndex: 1 })).status).toBe(200);
  const second = await makeApprover(app);
  expect((await verifyAs(second, payment.id, hash, { outputIndex: 0 })).status).toBe(409);
  const verified = await verifyAs(second, payment.id, hash, { outputIndex: 1 });
  expect(await verified.json()).toMatchObject({ transaction: { status: 'verified', outputIndex: 1 } });
});

test('outputs that only together are what was due are one payment', async () => {
  await start([
    { address: OURS, value: 100_000 },
    { address: OURS, value: 80_000 },
  ]);
  const payment = await paid(await signUp(app), '100.00');
  expect(await check(admin, payment)).toMatchObject({
    reasons: ['not_quoted'],
    outputIndex: null,
    arrivedValue: '100.00',
  });
});
