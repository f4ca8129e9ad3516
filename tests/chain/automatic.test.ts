import { listPendingPayments } from '../../src/money/payments/admin-contract.ts';
import { getTimeline } from '../../src/money/payments/timeline-contract.ts';
import { HOUR_MS } from '../../src/platform/kit/durations.ts';
import { rejectAs } from '../api/payments/payments.ts';
import { openEvents, balanceOf, makeApprover, signUp, suspend, type TestActor } from '../kit/index.ts';
import { expectSoundBooks, MachineClock, readAnswer, startTestApp, type TestApp } from '../kit/index.ts';
import { knownTo, obstacleOf, runOn, waiting } from './kit/automatic.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startEndpoint } from './kit/endpoint.ts';
import { quoteFor, submitPaid } from './kit/evidence.ts';
import { keySettings } from './kit/keys.ts';
import { lookNow, paymentsOf } from './kit/wallets.ts';

const SETTINGS = { AUTO_VERIFY_BELOW_GBP: '100.01', AUTO_VERIFY_DAILY_GBP: '100000', XPUB_BTC: keySettings().XPUB_BTC };

const others: TestApp[] = [];

afterAll(async () => {
  await expectSoundBooks(app);
  for (const each of others.toReversed()) await each.stop();
  await bitcoin.stop();
  await unknowing.stop();
});

const url = () => bitcoin.env.CHAIN_BTC_URL ?? '';
/** The same node by another name is another host to the program. */
const byName = (address: string) => address.replace('127.0.0.1', 'localhost');

/** A further process of the first one's database, with settings of its own. */
async function startOn(env: Record<string, string>): Promise<TestApp> {
  const started = await startTestApp({
    background: false,
    clock,
    env: { ...SETTINGS, ...bitcoin.env, CHAIN_BTC_URL: `${url()},${byName(url())}`, ...env },
    ...(others[0] ? { databaseUrl: others[0].databaseUrl } : {}),
  });
  others.push(started);
  return started;
}

const known = () => knownTo(admin, app);
async function pays(customer: TestActor, { amount = '100.00', coins = '', blocks = 2 } = {}) {
  const quote = await quoteFor(customer, 'BTC', amount);
  const hash = await bitcoin.pay(coins || quote.cryptoAmount, quote.walletAddress);
  for (let block = 0; block < blocks; block++) await bitcoin.confirm();
  return hash;
}

const bitcoin = await startBitcoin();
const unknowing = startEndpoint();
const clock = new MachineClock();
const app = await startOn({});
const admin = await makeApprover(app);
await lookNow(app);

test('an exact, final payment of a known account is verified once, told once, and can be taken back', async () => {
  const customer = await known();
  await using told = await openEvents(app, { cookie: customer.cookie });
  const hash = await pays(customer);
  await lookNow(app);
  const payment = await waiting(customer);
  expect(payment).toMatchObject({ transactionHash: hash });
  const second = await startOn({});
  await Promise.all([runOn(app), runOn(second), runOn(app), runOn(second)]);
  expect(await balanceOf(customer)).toBe('200.00');
  expect((await told.next('payment-verified')).data).toMatchObject({ transactionId: payment?.id });
  const events = await app.deps.sql`
    select from events where name = 'payment-verified' and data::jsonb ->> 'transactionId' = ${payment?.id ?? ''}`;
  expect(events).toHaveLength(1);
  const audited = await app.deps.sql`
    select actor_id, detail -> 'evidence' as evidence from audit_log
    where action = 'payment.verified_automatically' and subject_user_id = ${customer.id}`;
  expect([...audited]).toEqual([{ actor_id: null, evidence: ['127.0.0.1', 'localhost'] }]);
  const [kept] = await app.deps.sql`
    select evidence, amount::text as amount from auto_verifications where transaction_id = ${payment?.id ?? ''}`;
  expect(kept).toMatchObject({
    amount: '100.00',
    evidence: [
      { source: '127.0.0.1', confirmations: 2 },
      { source: 'localhost', confirmations: 2 },
    ],
  });
  const path = `/api/users/${customer.id}/transactions/${payment?.id ?? ''}/timeline`;
  const seen = async (who: TestActor) => (await readAnswer(who.as(path), getTimeline)).steps.at(-1);
  expect(await seen(admin)).toMatchObject({ automatic: true, sources: ['127.0.0.1', 'localhost'], by: null });
  expect(await seen(customer)).toMatchObject({ automatic: true, sources: [] });
  const undone = await admin.as(`/api/admin/payments/${payment?.id ?? ''}/reversals`, {
    json: { amount: '100.00', reason: 'It was stolen', freesHash: false },
  });
  expect(undone.status).toBe(201);
  expect(await balanceOf(customer)).toBe('100.00');
  // From now on a person decides on this account.
  await pays(customer);
  await lookNow(app);
  await runOn(app);
  expect(await waiting(customer)).toBeDefined();
});

test.each<[what: string, make: () => Promise<TestActor>, where: Record<string, string>]>([
  ['of an account without a verified payment', async () => withPayment(await signUp(app)), {}],
  ['from the sum on', async () => withPayment(await known(), { amount: '100.01' }), {}],
  ['of more than was due', async () => withPayment(await known(), { coins: '0.5' }), {}],
  ['that is not final', async () => withPayment(await known(), { blocks: 1 }), {}],
  ['of a suspended account', async () => withPayment(await known(), {}, suspendNow), {}],
  ['that came late', async () => withPayment(await known(), {}, late), {}],
  ['with one endpoint', async () => withPayment(await known()), { CHAIN_BTC_URL: 'first' }],
  ['with one host twice', async () => withPayment(await known()), { CHAIN_BTC_URL: 'first,first' }],
  ['that the other endpoint does not know', async () => withPayment(await known()), { CHAIN_BTC_URL: 'first,other' }],
  [
    'of exactly what two have to agree to from there on',
    async () => withPayment(await known()),
    { APPROVAL_ABOVE_GBP: '100' },
  ],
  ['above what two have to agree to', async () => withPayment(await known()), { APPROVAL_ABOVE_GBP: '99' }],
  ['where nobody asked for it', async () => withPayment(await known()), { AUTO_VERIFY_BELOW_GBP: '' }],
])('a payment %s waits for a person', async (_, make, env) => {
  const customer = await make();
  const urls: Record<string, string> = { first: url(), other: byName(unknowing.url) };
  const chain = env.CHAIN_BTC_URL?.split(',')
    .map((name) => urls[name])
    .join(',');
  const where = await startOn({ ...env, ...(chain ? { CHAIN_BTC_URL: chain } : {}) });
  const before = await creditsOf(customer);
  await runOn(where);
  expect(await creditsOf(customer)).toEqual(before);
  const left = await app.deps.sql`
    select from transactions where user_id = ${customer.id} and status = 'pending'`;
  expect(left).toHaveLength(1);
});

/** Also of a suspended account, which may not ask. */
const creditsOf = async ({ id }: TestActor) => [
  ...(await app.deps.sql<{ credits: string }[]>`select credits::text as credits from users where id = ${id}`),
];

type Then = (customer: TestActor, hash: string) => Promise<void>;
async function withPayment(customer: TestActor, more = {}, then?: Then): Promise<TestActor> {
  const hash = await pays(customer, more);
  await lookNow(app);
  // Other amounts have to be named by their customer.
  if (!(await waiting(customer))) {
    const quote = await quoteFor(customer, 'BTC');
    await customer.as(`/api/users/${customer.id}/transactions`, {
      json: { type: 'credit_purchase', quoteId: quote.id, transactionHash: hash },
    });
    await lookNow(app);
  }
  await then?.(customer, hash);
  return customer;
}
const suspendNow: Then = (customer) => suspend(app, customer);
const late: Then = async (customer) => {
  await app.deps.sql`
    update quotes set created_at = created_at - interval '1 hour', expires_at = created_at - interval '1 minute'
    where user_id = ${customer.id} and expires_at > ${new Date(clock.now().getTime() - HOUR_MS).toISOString()}`;
};

test('somebody who pastes the hash stops nothing, is rejected and told', async () => {
  const customer = await known();
  const hash = await pays(customer);
  await lookNow(app);
  const thief = await signUp(app);
  const stolen = await submitPaid(thief, 'BTC', hash);
  await lookNow(app);
  await runOn(app);
  expect(await balanceOf(customer)).toBe('200.00');
  expect(await balanceOf(thief)).toBe('0.00');
  expect((await paymentsOf(thief)).find(({ id }) => id === stolen.id)).toMatchObject({ status: 'failed' });
});

test.each([
  ['exactly what is left of it', '120', 2],
  ['a penny more than that', '119.99', 1],
])('the day’s sum allows %s', async (_, daily, most) => {
  const where = await startOn({ AUTO_VERIFY_DAILY_GBP: daily });
  const queue = await readAnswer(admin.as('/api/admin/pending-payments?limit=100'), listPendingPayments);
  for (const { id } of queue) await rejectAs(admin, id);
  await app.deps.sql`update auto_verifications set verified_at = verified_at - interval '1 day'`;
  const customers = [await known(), await known()];
  for (const customer of customers) await pays(customer, { amount: '60.00' });
  await lookNow(app);
  await runOn(where);
  const balances = await Promise.all(customers.map((customer) => balanceOf(customer)));
  expect(balances.filter((balance) => balance === '160.00')).toHaveLength(most);
});

test('the day’s sum is never exceeded, however many processes verify at once', async () => {
  const env = { AUTO_VERIFY_DAILY_GBP: '150' };
  const processes = [await startOn(env), await startOn(env)];
  // The payments left by the tests above are decided, and those verified before are another day's.
  const queue = await readAnswer(admin.as('/api/admin/pending-payments?limit=100'), listPendingPayments);
  for (const { id } of queue) await rejectAs(admin, id);
  await app.deps.sql`update auto_verifications set verified_at = verified_at - interval '1 day'`;
  const customers = await Promise.all(Array.from({ length: 5 }, known));
  for (const customer of customers) await pays(customer, { amount: '60.00' });
  await lookNow(app);
  await Promise.all([...processes, ...processes].map(runOn));
  const balances = await Promise.all(customers.map((customer) => balanceOf(customer)));
  expect(balances.toSorted()).toEqual(['100.00', '100.00', '100.00', '160.00', '160.00']);
  const left = await Promise.all(customers.map(waiting));
  expect(await Promise.all(left.filter((each) => each).map((each) => obstacleOf(app, each)))).toEqual(
    Array.from({ length: 3 }, () => 'the day’s sum is reached'),
  );
});
