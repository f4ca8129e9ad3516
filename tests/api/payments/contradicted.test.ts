import { verifyPayment } from '../../../src/money/payments/admin-contract.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { watchPayments } from '../../../src/money/evidence/watch.ts';
import { startEsploraOf } from '../../chain/kit/endpoint.ts';
import { quoteFor, submitQuoted } from '../../chain/kit/evidence.ts';
import { balanceOf, makeAdmin, makeApprover, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, eventually, expectProblem, MachineClock, readAnswer, forFile } from '../../kit/index.ts';
import { newHash, purchase, verifyAs } from './payments.ts';

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const reason = 'The exchange’s statement shows it';

/** The chain's answer about a hash, in satoshis. */
const chain = new Map<string, number>();
let works: boolean;
let customer: TestActor;
const esplora = await forFile(
  startEsploraOf(
    (txid) => {
      const value = chain.get(txid);
      const at = Math.floor(app.clock.now().getTime() / 1000);
      return value === undefined ? undefined : { to: [{ address: OURS, value }], at };
    },
    () => ({ broken: !works }),
  ),
);
const app = await appForFile({
  background: false,
  clock: new MachineClock(),
  env: { CHAIN_BTC_URL: esplora.url, WALLET_BTC: OURS },
  soundBooks: true,
});
app.clock.advance(-2 * DAY_MS);
const [ada, bea] = [await makeAdmin(app), await makeApprover(app)];
app.clock.putBack();
beforeEach(async () => {
  works = true;
  customer = await signUp(app);
  await app.deps.sql`update users set status = 'active' where id = ${bea.id}`;
});

/** A payment of £100 of which so many satoshis more than due arrived; null: the chain does not know it. */
async function paid(more: number | null): Promise<Transaction & { hash: string }> {
  const quote = await quoteFor(customer, 'BTC');
  const hash = newHash();
  if (more !== null) chain.set(hash, Math.round(Number(quote.cryptoAmount) * 1e8) + more);
  const payment = await submitQuoted(customer, quote, hash);
  await watchPayments(app.deps);
  return { ...payment, hash };
}
const approvalOf = async (response: Promise<Response>) => {
  return (await readAnswer(response, verifyPayment)).approval;
};

test.each([
  ['another amount', -90_000],
  ['nothing', null],
])('where the chain shows %s, it takes a reason and two administrators', async (_, more) => {
  const { id, hash } = await paid(more);
  const refused = await expectProblem(await verifyAs(ada, id, hash), 'validation_failed');
  expect(refused).toMatchObject({ errors: [{ path: 'reason' }] });
  expect(await approvalOf(verifyAs(ada, id, hash, { reason }))).toMatchObject({ by: { id: ada.id } });
  await expectProblem(await verifyAs(ada, id, hash, { reason }), 'not_allowed_now');
  expect(await balanceOf(customer)).toBe('0.00');
  expect(await approvalOf(verifyAs(bea, id, hash, { reason }))).toBeNull();
  expect(await balanceOf(customer)).toBe('100.00');
});

test('where there is no other administrator, the reason is enough', async () => {
  await app.deps.sql`update users set status = 'suspended' where id = ${bea.id}`;
  const { id, hash } = await paid(null);
  await expectProblem(await verifyAs(ada, id, hash), 'validation_failed');
  expect(await approvalOf(verifyAs(ada, id, hash, { reason }))).toBeNull();
});

test('another hash than the customer’s is looked up before it is believed', async () => {
  const { id } = await paid(0);
  const other = newHash();
  await expectProblem(await verifyAs(ada, id, other), 'validation_failed');
  expect(await approvalOf(verifyAs(ada, id, other, { reason }))).not.toBeNull();
});

test('a payment whose coin changed a moment ago is judged by what is known of its present one', async () => {
  const { id, hash } = await paid(null);
  await app.deps.sql`update transactions set cryptocurrency = 'SOL' where id = ${id}`;
  const changing = await app.deps.sql.reserve();
  await changing`begin`;
  await changing`update transactions set cryptocurrency = 'BTC' where id = ${id}`;
  const verified = verifyAs(ada, id, hash);
  await eventually('it waits for the change', async () => {
    const waiting = await app.deps.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
  await changing`commit`;
  changing.release();
  const refused = await expectProblem(await verified, 'validation_failed');
  expect(refused).toMatchObject({ errors: [{ path: 'reason' }] });
});

test('one administrator is enough where the chain agrees, where it is credited as it arrived, and where nobody could look it up', async () => {
  const right = await paid(0);
  expect(await approvalOf(verifyAs(ada, right.id, right.hash))).toBeNull();
  const less = await paid(-90_000);
  const cryptoAmountReceived = String((chain.get(less.hash) ?? 0) / 1e8);
  expect(await approvalOf(verifyAs(ada, less.id, less.hash, { cryptoAmountReceived }))).toBeNull();
  works = false;
  const unseen = await paid(null);
  expect(await approvalOf(verifyAs(ada, unseen.id, unseen.hash))).toBeNull();
});

test('nobody verifies a payment or adjusts a balance of their own', async () => {
  const own = await purchase(ada);
  const adjustmentOf = ({ id }: TestActor) => `/api/admin/users/${id}/adjustments`;
  const json = { amount: '5.00', reason: 'For me' };
  await expectProblem(await verifyAs(ada, own.id, own.transactionHash ?? '', { reason }), 'not_allowed_now');
  await expectProblem(await ada.as(adjustmentOf(ada), { json }), 'not_allowed_now');
  expect(await balanceOf(ada)).toBe('0.00');
  expect((await ada.as(adjustmentOf(bea), { json })).status).toBe(201);
});

test('a key moves money only if it was made for that', async () => {
  const admin = await makeAdmin(app);
  const { id } = await paid(0);
  // The first key of an account.
  await app.deps.sql`update api_keys set scopes = null where user_id = ${admin.id}`;
  const adjust = () =>
    admin.as(`/api/admin/users/${customer.id}/adjustments`, { json: { amount: '5.00', reason: 'A gift' } });
  for (const response of [
    await adjust(),
    await verifyAs(admin, id, newHash()),
    await admin.as(`/api/admin/payments/${id}/reversals`, { json: { reason: 'It never came' } }),
  ]) {
    expect((await expectProblem(response, 'forbidden')).detail).toContain('“money”');
  }
  expect((await admin.as('/api/admin/stats')).status).toBe(200);
  await app.deps.sql`update api_keys set scopes = array['money'] where user_id = ${admin.id}`;
  expect((await adjust()).status).toBe(403);
  await app.deps.sql`update api_keys set scopes = array['admin', 'money'] where user_id = ${admin.id}`;
  expect((await adjust()).status).toBe(201);
});
