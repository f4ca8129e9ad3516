import { listPayments } from '../../../src/admin/contract.ts';
import { watchPayments } from '../../../src/money/evidence/watch.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { getTimeline } from '../../../src/money/payments/timeline-contract.ts';
import { startEsploraOf } from '../../chain/kit/endpoint.ts';
import { quoteFor, submitQuoted } from '../../chain/kit/evidence.ts';
import { appForFile, MachineClock, makeAdmin, readAnswer, signUp, type TestActor, forFile } from '../../kit/index.ts';
import { newHash, verifyAs } from '../payments/payments.ts';

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The chain's answer about a hash: how many satoshis, and the block; without one it waits. */
const chain = new Map<string, { value: number; block: number | null }>();
let tip = 100;
let works = true;
const esplora = await forFile(
  startEsploraOf(
    (txid) => {
      const known = chain.get(txid);
      const at = Math.floor(app.clock.now().getTime() / 1000);
      return known && { to: [{ address: OURS, value: known.value }], height: known.block, at };
    },
    () => ({ height: tip, broken: !works }),
  ),
);
const app = await appForFile({
  background: false,
  clock: new MachineClock(),
  env: { CHAIN_BTC_URL: esplora.url, WALLET_BTC: OURS },
  soundBooks: true,
});
const admin = await makeAdmin(app);

async function look(): Promise<void> {
  const now = app.clock.now().toISOString();
  await app.deps.sql`update chain_evidence set next_check_at = ${now} where next_check_at is not null`;
  await watchPayments(app.deps);
}
/** A payment of £100 that was verified with two confirmations. */
async function verified(): Promise<Transaction & { hash: string; value: number }> {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'BTC');
  const hash = newHash();
  const value = Math.round(Number(quote.cryptoAmount) * 1e8);
  chain.set(hash, { value, block: tip - 1 });
  const payment = await submitQuoted(customer, quote, hash);
  await look();
  expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
  await look();
  return { ...payment, hash, value };
}
const rowOf = async ({ id }: Pick<Transaction, 'id'>) => {
  const [row] = await app.deps.sql<{ lost: string | null; next: string | null }[]>`
    select lost, next_check_at::text as next from chain_evidence where transaction_id = ${id}`;
  return row;
};
const lostOnes = () => readAnswer(admin.as('/api/admin/payments?status=verified&lost=true'), listPayments);
const lettersOf = async ({ hash }: { hash: string }) => [
  ...(await app.deps.sql<{ lost: string }[]>`
    select data ->> 'lost' as lost from mails where kind = 'payment_lost' and data ->> 'hash' = ${hash}`),
];
const metric = async () => {
  const text = await (await app.fetch('/metrics')).text();
  return /^payments_lost (\d+)$/m.exec(text)?.[1];
};
const stepsOf = async (who: TestActor, { id, userId }: Transaction) =>
  (await readAnswer(who.as(`/api/users/${userId}/transactions/${id}/timeline`), getTimeline)).steps;

test('one that is gone twice is told once, stands in its history and in the list, and can be taken back', async () => {
  const payment = await verified();
  chain.delete(payment.hash);
  await look();
  expect(await lettersOf(payment), 'an endpoint may be behind').toEqual([]);
  await look();
  await look();
  expect(await lettersOf(payment)).toEqual([{ lost: 'gone' }]);
  expect((await stepsOf(admin, payment)).at(-1)).toMatchObject({ step: 'lost', lost: 'gone' });
  expect(await lostOnes()).toMatchObject([{ id: payment.id, lost: { what: 'gone', at: expect.any(String) } }]);
  expect(await metric()).toBe('1');
  const json = { amount: '40.00', reason: 'Its chain lost it', freesHash: false };
  const path = `/api/admin/payments/${payment.id}/reversals`;
  expect((await admin.as(path, { json })).status).toBe(201);
  expect(await metric(), 'not all of it was taken back').toBe('1');
  expect((await admin.as(path, { json: { ...json, amount: '60.00' } })).status).toBe(201);
  expect(await lostOnes()).toEqual([]);
  expect(await metric()).toBe('0');
});

test('one that comes back is not lost any more', async () => {
  const payment = await verified();
  chain.delete(payment.hash);
  await look();
  await look();
  expect((await rowOf(payment))?.lost).toBe('gone');
  chain.set(payment.hash, { value: payment.value, block: tip });
  await look();
  expect((await rowOf(payment))?.lost).toBeNull();
  expect((await stepsOf(admin, payment)).map(({ step }) => step)).not.toContain('lost');
});

test.each([
  ['that waits for a block again', 'gone', null],
  ['of another amount', 'changed', -1],
])('one %s is lost', async (_, lost, more) => {
  const payment = await verified();
  const { value, hash } = payment;
  chain.set(hash, more === null ? { value, block: null } : { value: value + more, block: tip - 1 });
  await look();
  await look();
  expect(await lettersOf(payment)).toEqual([{ lost }]);
  chain.set(hash, { value, block: tip - 1 });
  await look();
  expect((await rowOf(payment))?.lost).toBeNull();
});

test('one whose amount came by another transaction was replaced', async () => {
  const payment = await verified();
  chain.delete(payment.hash);
  await app.deps.sql`
    insert into wallet_transfers (id, cryptocurrency, chain, address, transaction_hash, amount, seen_at, confirmations, watched)
    values (gen_random_uuid(), 'BTC', 'bitcoin', ${OURS}, ${newHash()}, ${String(payment.value / 1e8)},
      ${app.clock.now().toISOString()}, 1, false)`;
  await look();
  await look();
  expect(await lettersOf(payment)).toEqual([{ lost: 'replaced' }]);
});

test('an endpoint that fails says nothing', async () => {
  const payment = await verified();
  works = false;
  await look();
  await look();
  works = true;
  expect(await rowOf(payment)).toMatchObject({ lost: null });
  expect(await lettersOf(payment)).toEqual([]);
});

test('is looked at each minute until it is final, then daily, and after 30 days no more', async () => {
  const payment = await verified();
  const nextIn = async () => {
    await look();
    const next = (await rowOf(payment))?.next;
    return next ? Math.round((Date.parse(next) - app.clock.now().getTime()) / MINUTE) : null;
  };
  tip += 3;
  expect(await nextIn()).toBe(1);
  tip += 1;
  expect(await nextIn()).toBe(DAY / MINUTE);
  app.clock.advance(30 * DAY - MINUTE);
  expect(await nextIn()).toBe(DAY / MINUTE);
  app.clock.advance(2 * MINUTE);
  expect(await nextIn()).toBeNull();
  app.clock.putBack();
});
