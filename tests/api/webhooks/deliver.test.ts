import { z } from 'zod';
import { type VoiceCall, voiceCall } from '../../../src/services/voice/contract.ts';
import { example } from '../../kit/example.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { type WebhookDelivery, webhookDelivery } from '../../../src/accounts/webhooks/contract.ts';
import { deliverWebhooks } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { post } from '../../../src/platform/kit/post.ts';
import { appForFile, makeAdmin, readAs, signUp, startTestApp, type TestActor } from '../../kit/index.ts';
import { agreeing, WebhookReceiver } from '../../kit/webhook-receiver.ts';
import { callStatusEvent } from '../../../src/services/voice/events.ts';
import { paymentVerifiedEvent } from '../../../src/money/payments/events.ts';
import { selfSigned } from '../../kit/self-signed.ts';

export function ringingCall(userId: string, at: Date): Omit<VoiceCall, 'callDetails'> {
  const id = Bun.randomUUIDv7();
  const { callDetails: _details, ...call } = example(voiceCall, {
    ...{ id, userId, status: 'ringing', duration: 0, error: null, sipStatus: null, recordings: [], legs: [] },
    calledAt: at.toISOString(),
  });
  return call;
}

let owner: TestActor;
let receiver: WebhookReceiver;
const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' } });
beforeEach(async () => {
  owner = await signUp(app);
  receiver = new WebhookReceiver();
});
afterEach(() => receiver.stop());

const registered = z.object({ id: z.string(), secret: z.string() });
type Registered = z.infer<typeof registered>;

async function register(events: string[] = ['payment-verified'], url = receiver.url): Promise<Registered> {
  const json = { name: 'Till', url, events };
  return readAs(owner.as(`/api/users/${owner.id}/webhooks`, { json }), registered);
}

const path = ({ id }: Registered) => `/api/users/${owner.id}/webhooks/${id}`;

const logOf = (webhook: Registered): Promise<WebhookDelivery[]> =>
  readAs(owner.as(`${path(webhook)}/deliveries`), webhookDelivery.array());

/** A payment is verified, as far as the outbox is concerned. */
const happen = (then?: () => void) =>
  transact(app.deps, async (tx) => {
    tx.publish(paymentVerifiedEvent, owner.id, {
      transactionId: Bun.randomUUIDv7(),
      userId: owner.id,
      amount: '50.00',
      credits: '50.00',
      transactionHash: 'ab'.repeat(32),
      type: 'credit_purchase',
      amountDue: '50.00',
      settlesTransactionId: null,
    });
    then?.();
  });

test('a payment that is rejected reaches a webhook, with its reason', async () => {
  await register(['payment-rejected']);
  const { id } = await readAs(
    owner.as(`/api/users/${owner.id}/transactions`, {
      json: { type: 'credit_purchase', amount: '50.00', cryptocurrency: 'BTC', transactionHash: 'cd'.repeat(32) },
    }),
    z.object({ id: z.string() }),
  );
  const admin = await makeAdmin(app);
  const json = { transactionId: id, reason: 'The hash is unknown' };
  expect((await admin.as('/api/admin/reject-payment', { json })).status).toBe(200);
  await deliverWebhooks(app.deps);
  const [hook] = receiver.received;
  expect(JSON.parse(hook?.body ?? '')).toMatchObject({
    type: 'payment-rejected',
    data: { transactionId: id, userId: owner.id, reason: 'The hash is unknown' },
  });
});

test('an event arrives once, signed, with the data of the stream', async () => {
  const webhook = await register();
  await happen();
  await deliverWebhooks(app.deps);
  await deliverWebhooks(app.deps);
  const [hook, ...more] = receiver.received;
  if (!hook) throw new Error('nothing arrived');
  expect(more).toEqual([]);
  expect(agreeing(hook, webhook.secret)).toBe(1);
  expect(agreeing({ ...hook, body: hook.body.replace('50.00', '90.00') }, webhook.secret)).toBe(0);
  const [delivery] = await logOf(webhook);
  expect(hook.headers.get('webhook-delivery')).toBe(delivery?.id ?? '');
  expect(JSON.parse(hook.body)).toMatchObject({
    id: delivery?.id,
    type: 'payment-verified',
    data: { userId: owner.id, amount: '50.00' },
  });
  expect(delivery).toMatchObject({
    status: 'delivered',
    attempts: 1,
    nextAttemptAt: null,
    body: hook.body,
    log: [{ answerStatus: 200, answer: 'thank you', error: null }],
  });
});

test('a change that is rolled back tells nobody, and nobody is told of other accounts or events', async () => {
  const webhook = await register();
  const other = await register(['call-status']);
  const failed = happen(() => {
    throw new Error('rolled back');
  });
  expect(await failed.catch((error: Error) => error.message)).toBe('rolled back');
  owner = await signUp(app);
  await happen();
  await deliverWebhooks(app.deps);
  expect(receiver.received).toEqual([]);
  const counted = await app.deps.sql`
    select from webhook_deliveries where webhook_id in (${webhook.id}, ${other.id})`;
  expect(counted).toHaveLength(0);
});

test('a call is reported when it has ended, and not before', async () => {
  const webhook = await register(['call-status']);
  const call = (status: 'ringing' | 'completed') =>
    transact(app.deps, async (tx) => {
      tx.publish(callStatusEvent, owner.id, { ...ringingCall(owner.id, app.clock.now()), status });
    });
  await call('ringing');
  await call('completed');
  expect((await logOf(webhook)).map(({ body }) => JSON.parse(body).data.status)).toEqual(['completed']);
});

test('ten slow webhooks of one customer delay nobody else’s', async () => {
  const slow = receiver;
  const released = Promise.withResolvers<void>();
  slow.answer = async () => {
    await released.promise;
    return new Response('at last');
  };
  await Promise.all(Array.from({ length: 10 }, () => register()));
  // More than a process delivers at a time.
  for (let n = 0; n < 8; n++) await happen();
  owner = await signUp(app);
  receiver = new WebhookReceiver();
  const quick = Promise.withResolvers<void>();
  receiver.answer = () => {
    quick.resolve();
    return new Response('thank you');
  };
  await register();
  await happen();
  const run = deliverWebhooks(app.deps);
  try {
    // The slow ones are still waiting for their answers.
    await quick.promise;
    expect(slow.received.length).toBeGreaterThan(0);
  } finally {
    released.resolve();
    await run;
    await slow.stop();
  }
  expect(slow.received).toHaveLength(80);
});

describe('a failed delivery', () => {
  test('is tried again with growing pauses until it is received', async () => {
    const webhook = await register();
    receiver.answer = () => new Response('no', { status: 503 });
    await happen();
    await deliverWebhooks(app.deps);
    await deliverWebhooks(app.deps);
    expect(receiver.received).toHaveLength(1);
    app.clock.advance(11_000);
    await deliverWebhooks(app.deps);
    expect(receiver.received).toHaveLength(2);
    app.clock.advance(11_000);
    await deliverWebhooks(app.deps);
    expect(receiver.received).toHaveLength(2);
    receiver.answer = () => new Response(null, { status: 204 });
    app.clock.advance(60_000);
    await deliverWebhooks(app.deps);
    const [first, , third] = receiver.received;
    expect(third?.body).toBe(first?.body ?? '');
    const [delivery] = await logOf(webhook);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 3 });
    expect(delivery?.log.map(({ answerStatus }) => answerStatus)).toEqual([204, 503, 503]);
  });

  test('is given up after ten attempts, and goes out again when it is replayed', async () => {
    const webhook = await register();
    receiver.answer = () => new Response('no', { status: 500 });
    await happen();
    for (let attempt = 0; attempt < 12; attempt++) {
      await deliverWebhooks(app.deps);
      app.clock.advance(12 * 3_600_000 + 1000);
    }
    expect(receiver.received).toHaveLength(10);
    const [failed] = await logOf(webhook);
    expect(failed).toMatchObject({ status: 'failed', attempts: 10, nextAttemptAt: null });
    receiver.answer = () => new Response('at last');
    const replay = `${path(webhook)}/deliveries/${failed?.id}/replay`;
    expect((await owner.as(replay, { method: 'POST' })).status).toBe(201);
    expect((await owner.as(replay, { method: 'POST' })).status).toBe(409);
    await deliverWebhooks(app.deps);
    const [replayed] = await logOf(webhook);
    expect(replayed).toMatchObject({ id: failed?.id, status: 'delivered', attempts: 1 });
    expect(replayed?.log).toHaveLength(11);
    expect(receiver.received.at(-1)?.body).toBe(receiver.received[0]?.body ?? '');
  });

  test('is a redirect too: it would lead past the check', async () => {
    const elsewhere = new WebhookReceiver();
    const webhook = await register();
    receiver.answer = () => Response.redirect(elsewhere.url, 307);
    await happen();
    await deliverWebhooks(app.deps);
    expect(elsewhere.received).toEqual([]);
    expect((await logOf(webhook))[0]).toMatchObject({ status: 'pending', log: [{ answerStatus: 307 }] });
    await elsewhere.stop();
  });

  test('is logged with only the beginning of a long answer', async () => {
    const webhook = await register();
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(97)) });
    receiver.answer = () => new Response(endless);
    await happen();
    await deliverWebhooks(app.deps);
    expect((await logOf(webhook))[0]?.log[0]?.answer).toBe('a'.repeat(1024));
  });

  test('says so where nobody answers', async () => {
    const webhook = await register();
    await receiver.stop();
    await happen();
    await deliverWebhooks(app.deps);
    expect((await logOf(webhook))[0]?.log[0]).toMatchObject({
      answerStatus: null,
      answer: null,
      error: 'The connection was refused',
    });
  });
});

test('a name that has come to lead to a private network is not followed', async () => {
  const webhook = await register(['payment-verified'], receiver.url.replace('127.0.0.1', 'localhost'));
  await happen();
  await deliverWebhooks(app.deps, async () => ['10.0.0.1']);
  expect(receiver.received).toEqual([]);
  expect((await logOf(webhook))[0]?.log[0]?.error).toContain('private network');
});

test('two processes send each delivery once', async () => {
  await using second = await startTestApp({ beside: app, background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' } });
  const webhook = await register();
  for (let event = 0; event < 40; event++) await happen();
  const processes = [app, second, app, second];
  await Promise.all(processes.map(({ deps }) => deliverWebhooks(deps)));
  const ids = receiver.received.map(({ headers }) => headers.get('webhook-delivery'));
  expect(ids).toHaveLength(40);
  expect(new Set(ids).size).toBe(40);
  expect((await logOf(webhook)).every(({ status, log }) => status === 'delivered' && log.length === 1)).toBe(true);
});

test('another process tries again what one left during an attempt', async () => {
  const webhook = await register();
  await happen();
  await app.deps.sql`
    update webhook_deliveries set attempts = 1, due_at = ${new Date(app.clock.now().getTime() + 60_000).toISOString()}
    where webhook_id = ${webhook.id}`;
  await deliverWebhooks(app.deps);
  expect(receiver.received).toHaveLength(0);
  app.clock.advance(61_000);
  await deliverWebhooks(app.deps);
  expect(receiver.received).toHaveLength(1);
});

test('after a rotation both secrets sign for a day', async () => {
  const webhook = await register();
  const response = await owner.as(`${path(webhook)}/secret`, { method: 'POST' });
  const { secret } = await readAs(response, z.object({ secret: z.string() }));
  expect(secret).not.toBe(webhook.secret);
  app.clock.advance(24 * 3_600_000 - 1);
  await happen();
  await deliverWebhooks(app.deps);
  app.clock.advance(2);
  await happen();
  await deliverWebhooks(app.deps);
  const [during, after] = receiver.received;
  if (!during || !after) throw new Error('nothing arrived');
  expect(agreeing(during, webhook.secret, secret)).toBe(2);
  expect([agreeing(after, webhook.secret), agreeing(after, secret)]).toEqual([0, 1]);
});

test('over https the certificate must be that of the name, whatever the address', async () => {
  const secure = new WebhookReceiver(await selfSigned('hooks.example.com'));
  const url = new URL(`https://hooks.example.com:${secure.port}/hook`);
  const answer = await post({ url, address: '127.0.0.1' }, '{}', { headers: {}, seconds: 10 });
  expect(answer).toMatchObject({ answerStatus: null, error: 'The certificate of the address is not valid' });
  expect(secure.received).toEqual([]);
  await secure.stop();
});
