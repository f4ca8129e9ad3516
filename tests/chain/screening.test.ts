import { randomBytes } from 'node:crypto';
import { fulfilments } from '../../src/fulfilments.ts';
import { verifyAutomatically } from '../../src/money/automatic/watch.ts';
import { watchPayments } from '../../src/money/evidence/watch.ts';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { screenPayments } from '../../src/money/screening/screen.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { newHash, purchase, verifyAs } from '../api/payments/payments.ts';
import { expectProblem, balanceOf, call, makeAdmin, makeApprover, signUp, type TestActor } from '../kit/index.ts';
import { stepUpNow } from '../kit/actors.ts';
import { endWithSoundBooks, eventually, forFile, MachineClock, startTestApp, type TestApp } from '../kit/index.ts';
import { startEndpoint, startEsploraOf } from './kit/endpoint.ts';
import { quoteFor, readEvidence, submitQuoted } from './kit/evidence.ts';
import { keySettings } from './kit/keys.ts';

const SENDERS = ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'];
let answers: (address: string) => Response | Promise<Response>;
let asked: { body: unknown; token: string | null }[];
/** The chain's transactions: hashes, and the satoshis and address that each paid. */
const paid = new Map<string, { value: number; to: string }>();
let [ada, bea]: TestActor[] = [];
const clock = new MachineClock();

beforeEach(() => {
  asked = [];
  answers = () => Response.json({ verdict: 'clear' });
});

const startOn = (env: Record<string, string>, first?: TestApp) =>
  startTestApp({
    background: false,
    clock,
    env: {
      CHAIN_BTC_URL: `${esplora.url},${esplora.url.replace('127.0.0.1', 'localhost')}`,
      XPUB_BTC: keySettings().XPUB_BTC,
      SCREENING_URL: `${service.url}/screen`,
      SCREENING_TOKEN: 'the-token-of-screening',
      WEBHOOKS_TO_LOOPBACK: 'on',
      ...env,
    },
    ...(first ? { databaseUrl: first.databaseUrl } : {}),
  });

/** A payment that its chain shows, of an account to which a person has verified one before. */
async function pays(): Promise<{ customer: TestActor; payment: Transaction }> {
  const customer = await signUp(app);
  // In a coin whose chain nobody can ask.
  const first = await purchase(customer, { cryptocurrency: 'ETH', transactionHash: `0x${newHash()}` });
  expect((await verifyAs(adaNow(), first.id, first.transactionHash ?? '')).status).toBe(200);
  const quote = await quoteFor(customer, 'BTC');
  const hash = randomBytes(32).toString('hex');
  paid.set(hash, { value: Math.round(Number(quote.cryptoAmount) * 1e8), to: quote.walletAddress });
  const payment = await submitQuoted(customer, quote, hash);
  await watchPayments(app.deps);
  return { customer, payment };
}
const adaNow = (): TestActor => ada ?? bea ?? expect.unreachable();
const verify = (who: TestActor | undefined, { id, transactionHash }: Transaction) =>
  verifyAs(who ?? adaNow(), id, transactionHash ?? '');
const screeningOf = async (payment: Transaction) => (await readEvidence(adaNow(), payment)).screening;
const auditOf = async ({ id }: Transaction) => {
  const rows = await app.deps.sql<{ screening: string }[]>`
    select detail ->> 'screening' as screening from audit_log
    where action = 'payment.verified' and detail ->> 'transactionId' = ${id}`;
  return rows.map(({ screening }) => screening);
};

const service = startEndpoint(async (request) => {
  const body: unknown = await request.json();
  asked.push({ body, token: request.headers.get('authorization') });
  const address = body && typeof body === 'object' && 'address' in body ? String(body.address) : '';
  return answers(address);
});
const esplora = startEsploraOf((txid) => {
  const known = paid.get(txid);
  if (!known) return undefined;
  const { value, to } = known;
  const from = [...SENDERS, SENDERS[0] ?? ''].map((address) => ({ address, value }));
  return { from, to: [{ address: to, value }], at: Math.floor(clock.now().getTime() / 1000) };
});
await Promise.all([forFile(service), forFile(esplora)]);
const app = await forFile(startOn({}));
const automatic = await forFile(startOn({ AUTO_VERIFY_BELOW_GBP: '101' }, app));
endWithSoundBooks(app);
clock.advance(-2 * DAY_MS);
[ada, bea] = [await makeAdmin(app), await makeApprover(app)];
clock.putBack();
await stepUpNow(app, ada);

test('each sender is asked about once, in the documented form, and its answer stands beside the evidence', async () => {
  const { customer, payment } = await pays();
  expect(await screeningOf(payment)).toEqual({ verdict: 'unanswered', reason: null, askedAt: null });
  await Promise.all([screenPayments(app.deps), screenPayments(automatic.deps)]);
  const { transactionHash: hash } = payment;
  const token = 'Bearer the-token-of-screening';
  expect(asked.toSorted((a, b) => JSON.stringify(a.body).localeCompare(JSON.stringify(b.body)))).toEqual(
    SENDERS.map((address) => ({ body: { coin: 'BTC', chain: 'bitcoin', address, hash }, token })),
  );
  expect(await screeningOf(payment)).toMatchObject({ verdict: 'clear', reason: null });
  expect((await readEvidence(adaNow(), payment)).evidence).toMatchObject({ senders: SENDERS });
  await screenPayments(app.deps);
  expect((await verify(ada, payment)).status).toBe(200);
  expect(asked).toHaveLength(2);
  expect(await balanceOf(customer)).toBe('200.00');
  expect(await auditOf(payment)).toEqual(['clear']);
});

test('one blocked sender takes two administrators, who see why; nothing is verified without them', async () => {
  answers = (address) =>
    Response.json(address === SENDERS[1] ? { verdict: 'blocked', reason: 'On a list' } : { verdict: 'clear' });
  const { customer, payment } = await pays();
  await screenPayments(app.deps);
  expect(await screeningOf(payment)).toMatchObject({ verdict: 'blocked', reason: 'On a list' });
  await verifyAutomatically({ deps: automatic.deps, fulfilments });
  expect(await balanceOf(customer)).toBe('100.00');
  const first = await verify(ada, payment);
  expect(await first.json()).toMatchObject({ approval: { by: { id: ada?.id } }, transaction: { status: 'pending' } });
  await expectProblem(await verify(ada, payment), 'not_allowed_now');
  expect(await balanceOf(customer)).toBe('100.00');
  expect(await (await verify(bea, payment)).json()).toMatchObject({ approval: null });
  expect(await balanceOf(customer)).toBe('200.00');
  expect(await auditOf(payment)).toEqual(['blocked']);
});

test('an administrator who is quicker than the service waits for its word', async () => {
  answers = () => Response.json({ verdict: 'blocked' });
  const { payment } = await pays();
  expect(await (await verify(ada, payment)).json()).toMatchObject({ approval: { by: { id: ada?.id } } });
  expect(asked).toHaveLength(2);
});

test.each<[what: string, answer: () => Response, reason: string]>([
  ['a failure', () => new Response('no', { status: 503 }), 'It answered 503'],
  ['a redirect', () => Response.redirect(`${esplora.url}/blocks/tip/height`), 'It answered 302'],
  ['no JSON', () => new Response('fine'), 'Its answer was not understood'],
  ['another word', () => Response.json({ verdict: 'maybe' }), 'Its answer was not understood'],
])('%s is no answer: a person decides, and nothing else does', async (_, answer, reason) => {
  answers = answer;
  const { customer, payment } = await pays();
  await screenPayments(app.deps);
  expect(await screeningOf(payment)).toMatchObject({ verdict: 'unanswered', reason });
  await verifyAutomatically({ deps: automatic.deps, fulfilments });
  expect(await balanceOf(customer)).toBe('100.00');
  expect((await verify(ada, payment)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('200.00');
  expect(await auditOf(payment)).toEqual(['unanswered']);
});

test('a service that never answers holds nobody up: Verify goes on once its time is over', async () => {
  answers = () => new Promise<Response>(() => {});
  const { customer, payment } = await pays();
  await using hasty = await startOn({ SCREENING_SECONDS: '1' }, app);
  const path = '/api/admin/verify-payment';
  const json = { transactionId: payment.id, transactionHash: payment.transactionHash };
  const verified = call(hasty, path, { json }, { cookie: adaNow().cookie });
  await eventually('both senders are asked about', async () => asked.length === 2);
  expect(await screeningOf(payment)).toMatchObject({ verdict: 'unanswered', askedAt: null });
  expect(await balanceOf(customer)).toBe('100.00');
  expect((await verified).status).toBe(200);
  expect(await balanceOf(customer)).toBe('200.00');
  expect(await screeningOf(payment)).toMatchObject({
    verdict: 'unanswered',
    reason: expect.stringContaining('1 second'),
  });
  expect(await auditOf(payment)).toEqual(['unanswered']);
});

test('a payment that is clear at last is verified without a person', async () => {
  answers = () => new Response('no', { status: 503 });
  const { customer } = await pays();
  await screenPayments(app.deps);
  const again = asked.length;
  await screenPayments(app.deps);
  expect(asked).toHaveLength(again);
  answers = () => Response.json({ verdict: 'clear' });
  await app.deps.sql`update payment_screenings set next_ask_at = ${clock.now().toISOString()}
    where next_ask_at is not null`;
  await screenPayments(app.deps);
  await app.deps.sql`update auto_verifications set next_try_at = ${clock.now().toISOString()}`;
  await verifyAutomatically({ deps: automatic.deps, fulfilments });
  expect(await balanceOf(customer)).toBe('200.00');
});

test.each([
  ['this machine, unless that is allowed', { WEBHOOKS_TO_LOOPBACK: 'off' }],
  ['a private network', { SCREENING_URL: 'https://10.0.0.1/screen' }],
  ['the clouds’ secrets', { SCREENING_URL: 'http://169.254.169.254/latest' }],
])('nothing is sent to %s', async (_, env) => {
  const { payment } = await pays();
  const closed = await startOn(env, app);
  await screenPayments(closed.deps);
  await closed.stop();
  expect(asked).toEqual([]);
  expect(await screeningOf(payment)).toMatchObject({ verdict: 'unanswered', reason: expect.any(String) });
});
