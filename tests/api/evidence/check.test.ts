import { z } from 'zod';
import { checkPaymentEvidence } from '../../../src/money/evidence/contract.ts';
import { check, readEvidence, submitPaid } from '../../chain/kit/evidence.ts';
import { startTron } from '../../chain/kit/tron.ts';
import { verifyAs } from '../payments/payments.ts';
import { appForFile, credit, forFile, makeAdmin, readAnswer, readAs, signUp } from '../../kit/index.ts';

const chain = await forFile(startTron());
const app = await appForFile({ env: { ...chain.env, RATE_LIMITS: 'on' }, background: false });
const admin = await makeAdmin(app);
const customer = await signUp(app);
const pathOf = (id: string) => `/api/admin/payments/${id}/evidence`;

describe('/api/admin/payments/{id}/evidence', () => {
  test('answers in the shape it promises, and changes no money', async () => {
    const payment = await submitPaid(customer, 'USDT_TRC20', await chain.pay('200'));
    const checked = await admin.as(pathOf(payment.id), { json: {} });
    const answer = await readAnswer(checked.clone(), checkPaymentEvidence);
    expect(await checked.json()).toEqual(answer);
    expect(await readEvidence(admin, payment)).toEqual(answer);
    const account = await readAs(customer.as(`/api/users/${customer.id}`), z.looseObject({ credits: z.string() }));
    expect(account.credits).toBe('0.00');
  });

  test('knows payments in a coin only', async () => {
    await credit(app, customer, '5.00');
    const [adjustment] = await app.deps.sql<{ id: string }[]>`
      select id from transactions where user_id = ${customer.id} and type = 'adjustment'`;
    for (const id of [adjustment?.id ?? '', Bun.randomUUIDv7()]) {
      expect((await admin.as(pathOf(id))).status).toBe(404);
      expect((await admin.as(pathOf(id), { json: {} })).status).toBe(404);
    }
  });

  test('refuses a hash that the chain cannot have', async () => {
    const payment = await submitPaid(customer, 'USDT_TRC20', chain.unknownHash());
    for (const transactionHash of ['0x12', 'http://169.254.169.254/', '../../secret', 'z'.repeat(64)]) {
      expect((await admin.as(pathOf(payment.id), { json: { transactionHash } })).status).toBe(422);
    }
  });

  test('finds a hash however it is written, and keeps what is the payment’s own', async () => {
    const hash = await chain.pay('127');
    const payment = await submitPaid(customer, 'USDT_TRC20', hash);
    const evidence = await check(admin, payment, `0x${hash.toUpperCase()}`);
    expect(evidence).toMatchObject({ transactionHash: hash, foundAt: expect.any(String) });
    expect((await readEvidence(admin, payment)).evidence).toEqual(evidence);
  });

  test('says of an entered hash that another payment has it, waiting or verified', async () => {
    const hash = await chain.pay('127');
    const other = await submitPaid(await signUp(app), 'USDT_TRC20', hash);
    const payment = await submitPaid(customer, 'USDT_TRC20', chain.unknownHash());
    await chain.confirm();
    expect(await (await admin.as(pathOf(payment.id), { json: { transactionHash: hash } })).json()).toMatchObject({
      claimants: [{ transactionId: other.id, quotedAt: null, verdict: null }],
      evidence: { verdict: 'inconclusive', reasons: ['not_quoted'], usedBefore: null },
    });
    expect((await verifyAs(admin, other.id, hash)).status).toBe(200);
    expect(await check(admin, payment, hash)).toMatchObject({
      verdict: 'differs',
      reasons: ['used_before', 'not_quoted'],
      usedBefore: { transactionId: other.id, status: 'verified' },
    });
  });

  test('two looks at once agree on when it was first seen', async () => {
    const payment = await submitPaid(customer, 'USDT_TRC20', await chain.pay('127'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => check(admin, payment)));
    expect(new Set(answers.map(({ foundAt }) => foundAt)).size).toBe(1);
    const told = await app.deps.sql`
      select from events where name = 'payment-evidence' and data::jsonb ->> 'transactionId' = ${payment.id}`;
    expect(told).toHaveLength(1);
  });

  test('says without an endpoint which setting is missing, and asks nobody', async () => {
    const payment = await submitPaid(customer, 'SOL', '1'.repeat(64));
    const missing = {
      configured: false,
      setting: 'CHAIN_SOL_URL',
      quoted: null,
      late: null,
      claimants: [],
      signatures: [],
      screening: null,
      evidence: null,
    };
    expect(await readEvidence(admin, payment)).toEqual(missing);
    expect(await (await admin.as(pathOf(payment.id), { json: {} })).json()).toEqual(missing);
  });

  test('lets an administrator look 30 times a minute', async () => {
    const eager = await makeAdmin(app);
    const payment = await submitPaid(customer, 'USDT_TRC20', chain.unknownHash());
    const statuses = await Promise.all(
      Array.from({ length: 35 }, async () => (await eager.as(pathOf(payment.id), { json: {} })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await admin.as(pathOf(payment.id), { json: {} })).status).toBe(200);
    app.clock.advance(61_000);
    expect((await eager.as(pathOf(payment.id), { json: {} })).status).toBe(200);
  });
});
