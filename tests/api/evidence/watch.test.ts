import { eq } from 'drizzle-orm';
import { chainEvidence } from '../../../db/schema/index.ts';
import { watchPayments } from '../../../src/money/evidence/watch.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { type Endpoint, startEndpoint } from '../../chain/kit/endpoint.ts';
import { quoteFor, readEvidence, submitPaid, submitQuoted } from '../../chain/kit/evidence.ts';
import { startTron } from '../../chain/kit/tron.ts';
import { appForFile, forFile, MachineClock, makeAdmin, signUp, startTestApp } from '../../kit/index.ts';
import { type EventReader, openEvents } from '../../kit/sse.ts';

const MINUTE = 60_000;
const open: (EventReader | Endpoint)[] = [];
const chain = await forFile(startTron());
const app = await appForFile({ env: chain.env, background: false, clock: new MachineClock() });
const admin = await makeAdmin(app);
const customer = await signUp(app);
afterEach(async () => {
  for (const each of open.splice(0)) await ('stop' in each ? each.stop() : each.close());
});

const rowOf = async ({ id }: Transaction) => {
  const [row] = await app.deps.db.select().from(chainEvidence).where(eq(chainEvidence.transactionId, id));
  return row;
};
async function submitRight(): Promise<Transaction> {
  const quote = await quoteFor(customer, 'USDT_TRC20');
  return submitQuoted(customer, quote, await chain.pay(quote.cryptoAmount));
}
const reject = ({ id }: Transaction) => admin.as('/api/admin/reject-payment', { json: { transactionId: id } });
const settleAll = async () => {
  const rows = await app.deps.sql<{ id: string }[]>`select id from transactions where status = 'pending'`;
  await Promise.all(rows.map(({ id }) => admin.as('/api/admin/reject-payment', { json: { transactionId: id } })));
};

test('a payment is watched from its submission to its decision, and every step is told once', async () => {
  const [hers, theirs] = [
    await openEvents(app, { cookie: customer.cookie }),
    await openEvents(app, { cookie: admin.cookie }),
  ];
  open.push(hers, theirs);
  const payment = await submitRight();
  expect(await readEvidence(admin, payment)).toEqual({
    configured: true,
    setting: 'CHAIN_TRON_URL',
    quoted: { at: expect.any(String), until: expect.any(String) },
    late: null,
    claimants: [],
    signatures: [],
    screening: null,
    evidence: null,
  });
  await watchPayments(app.deps);
  const facts = { transactionId: payment.id, userId: customer.id, confirmationsWanted: 1 };
  const seen = { ...facts, at: expect.any(String), foundAt: expect.any(String), confirmations: 0 };
  // Owner and administrators are told the same, and nothing that is for administrators alone.
  expect((await hers.next('payment-evidence')).data).toEqual(seen);
  expect((await theirs.next('payment-evidence')).data).toEqual(seen);

  // Nothing is due, then nothing has changed.
  await watchPayments(app.deps);
  app.clock.advance(MINUTE);
  await watchPayments(app.deps);
  await chain.confirm();
  app.clock.advance(MINUTE);
  await watchPayments(app.deps);
  expect((await hers.next('payment-evidence')).data).toEqual({ ...seen, confirmations: 1 });
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({
    verdict: 'matches',
    arrived: expect.stringMatching(/^127\.0[012]\d*$/),
  });
  expect(hers.all.filter(({ event }) => event === 'payment-evidence')).toHaveLength(2);

  await reject(payment);
  app.clock.advance(24 * 60 * MINUTE);
  await watchPayments(app.deps);
  expect((await rowOf(payment))?.nextCheckAt).toBeNull();
});

test('the older a payment, the rarer it is looked at', async () => {
  await settleAll();
  const payment = await submitPaid(customer, 'USDT_TRC20', chain.unknownHash());
  const pauses: number[] = [];
  for (const minutes of [1, 2 * 60, 10 * 60, 100 * 60, 8 * 24 * 60]) {
    app.clock.advance(minutes * MINUTE);
    await watchPayments(app.deps);
    const row = await rowOf(payment);
    pauses.push(Math.round(((row?.nextCheckAt?.getTime() ?? 0) - (row?.checkedAt?.getTime() ?? 0)) / 1000));
  }
  expect(pauses).toEqual([30, 120, 900, 21_600, 86_400]);
});

test('we look often at a payment seen a moment ago, however old its order is', async () => {
  await settleAll();
  const payment = await submitPaid(customer, 'USDT_TRC20', await chain.pay('127'));
  app.clock.advance(100 * 60 * MINUTE);
  const pauses: number[] = [];
  for (let look = 0; look < 3; look++) {
    await watchPayments(app.deps);
    const row = await rowOf(payment);
    pauses.push(Math.round(((row?.nextCheckAt?.getTime() ?? 0) - (row?.checkedAt?.getTime() ?? 0)) / 1000));
    app.clock.advance(MINUTE);
  }
  expect(pauses).toEqual([30, 30, 30]);
});

test('several processes look at each payment once', async () => {
  await settleAll();
  await using second = await startTestApp({ beside: app, background: false });
  const counted = startEndpoint(() => Response.json({}));
  open.push(counted);
  const payments = 25;
  for (let each = 0; each < payments; each++) {
    await submitPaid(customer, 'USDT_TRC20', chain.unknownHash());
  }
  const chains = {
    ...app.deps.config.chains,
    endpoints: { bitcoin: [], ethereum: [], solana: [], tron: [counted.url] },
  };
  const config = { ...app.deps.config, chains };
  await Promise.all([app.deps, second.deps, app.deps, second.deps].map((deps) => watchPayments({ ...deps, config })));
  // Three questions make one lookup.
  expect(counted.asked).toBe(payments * 3);
});

test('an endpoint that fails undoes nothing that was seen, and says so', async () => {
  await settleAll();
  const payment = await submitRight();
  await chain.confirm();
  await watchPayments(app.deps);
  const { evidence: before } = await readEvidence(admin, payment);
  expect(before).toMatchObject({ verdict: 'matches', fault: null });

  const broken = startEndpoint(() => new Response('no', { status: 500 }));
  open.push(broken);
  const { chains } = app.deps.config;
  const config = { ...app.deps.config, chains: { ...chains, endpoints: { ...chains.endpoints, tron: [broken.url] } } };
  app.clock.advance(11 * MINUTE);
  await watchPayments({ ...app.deps, config });
  const { evidence: after } = await readEvidence(admin, payment);
  expect(after).toEqual(before && { ...before, fault: '127.0.0.1 answered 500' });

  app.clock.advance(MINUTE);
  await watchPayments(app.deps);
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({ verdict: 'matches', fault: null });

  // One that nobody has seen yet is not known at all.
  const unseen = await submitPaid(customer, 'USDT_TRC20', await chain.pay('127'));
  await watchPayments({ ...app.deps, config });
  expect((await readEvidence(admin, unseen)).evidence).toMatchObject({
    verdict: 'inconclusive',
    reasons: ['endpoint_failed'],
    foundAt: null,
    checkedAt: null,
    fault: '127.0.0.1 answered 500',
  });
});

test('a coin without an endpoint is not watched', async () => {
  const payment = await submitPaid(customer, 'BTC', 'cd'.repeat(32));
  await watchPayments(app.deps);
  expect(await rowOf(payment)).toBeUndefined();
});
