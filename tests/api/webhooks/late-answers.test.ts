import { deliverWebhooks } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { webhookDelivery, type WebhookDelivery } from '../../../src/accounts/webhooks/contract.ts';
import { signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, HeldLimits, readAs, setAheadBy, WebhookReceiver, withId } from '../../kit/index.ts';

const env = { WEBHOOKS_TO_LOOPBACK: 'on' };
const first = await appForFile({ background: false, env });
const second = await appForFile({ beside: first, background: false, env });

let receiver: WebhookReceiver;
let owner: TestActor;
let path: string;
beforeEach(async () => {
  receiver = new WebhookReceiver();
  owner = await signUp(first);
  const json = { name: 'Till', url: receiver.url, events: ['payment-verified'] };
  const { id } = await readAs(owner.as(`/api/users/${owner.id}/webhooks`, { json }), withId);
  path = `/api/users/${owner.id}/webhooks/${id}`;
});
afterEach(() => receiver.stop());

async function delivery(): Promise<WebhookDelivery> {
  const [only, ...more] = webhookDelivery.array().parse(await (await owner.as(`${path}/deliveries`)).json());
  expect(more).toEqual([]);
  if (!only) throw new Error('nothing is to be delivered');
  return only;
}

/** The first process's request hangs until it gets its late answer. */
async function hanging(): Promise<{ answer(late: Response): Promise<void> }> {
  const arrived = Promise.withResolvers<void>();
  const late = Promise.withResolvers<Response>();
  receiver.answer = () => {
    arrived.resolve();
    return late.promise;
  };
  expect((await owner.as(`${path}/test`, { method: 'POST' })).status).toBe(201);
  const slow = deliverWebhooks(first.deps);
  await arrived.promise;
  return {
    answer: async (response) => {
      late.resolve(response);
      await slow;
    },
  };
}

/** The first process's request hangs until its claim is over; then the second hears `status`. */
async function overtaken(status: number): Promise<{ answer(late: number): Promise<void> }> {
  const slow = await hanging();
  receiver.answer = () => new Response('soon', { status });
  first.clock.advance(60_000);
  await deliverWebhooks(second.deps);
  expect(receiver.received).toHaveLength(2);
  return { answer: (lateStatus) => slow.answer(new Response('late', { status: lateStatus })) };
}

test('after PostgreSQL’s clock was set ahead, what another process delivers is left to it, and a new one is delivered', async () => {
  const slow = await hanging();
  receiver.answer = () => new Response('soon');
  first.clock.advance(3_600_000);
  const deps = { ...second.deps, clock: setAheadBy(3_600_000, first.clock) };
  expect((await owner.as(`${path}/test`, { method: 'POST' })).status).toBe(201);
  await deliverWebhooks(deps);
  expect(new Set(receiver.received.map(({ headers }) => headers.get('webhook-delivery'))).size).toBe(2);
  expect(receiver.received).toHaveLength(2);
  // The claim that was made before holds as long as it would have.
  first.clock.advance(60_000);
  await deliverWebhooks(deps);
  expect(receiver.received).toHaveLength(3);
  await slow.answer(new Response('late'));
});

test('a failure that comes when another process has delivered it does not have it sent again', async () => {
  const { answer } = await overtaken(200);
  const before = await delivery();
  expect(before).toMatchObject({ status: 'delivered', attempts: 2, log: [{ answer: 'soon' }] });
  await answer(500);
  expect(await delivery()).toEqual(before);
  first.clock.advance(3_600_000);
  await deliverWebhooks(first.deps);
  expect(receiver.received).toHaveLength(2);
});

test('an answer to an attempt before it was sent anew does not undo what became of it since', async () => {
  const { answer } = await overtaken(200);
  const { id } = await delivery();
  // The count of attempts starts again, so the attempt that counts has the same number as the late one.
  expect((await owner.as(`${path}/deliveries/${id}/replay`, { method: 'POST' })).status).toBe(201);
  await deliverWebhooks(second.deps);
  const before = await delivery();
  expect(before).toMatchObject({ status: 'delivered', attempts: 1 });
  await answer(500);
  expect(await delivery()).toEqual(before);
  first.clock.advance(3_600_000);
  await deliverWebhooks(first.deps);
  expect(receiver.received).toHaveLength(3);
});

test('whatever the first hears late, the attempt of the second is the one that counts', async () => {
  const { answer } = await overtaken(503);
  const before = await delivery();
  expect(before).toMatchObject({ status: 'pending', attempts: 2, log: [{ answerStatus: 503 }] });
  await answer(500);
  expect(await delivery()).toEqual(before);
  // The pause after the second attempt, not after the first.
  first.clock.advance(59_000);
  await deliverWebhooks(first.deps);
  expect(receiver.received).toHaveLength(2);
  receiver.answer = () => new Response('thank you');
  first.clock.advance(1000);
  await deliverWebhooks(first.deps);
  expect(await delivery()).toMatchObject({ status: 'delivered', attempts: 3 });
  const ids = receiver.received.map(({ headers }) => headers.get('webhook-delivery'));
  expect(new Set(ids).size).toBe(1);
});

test('a receiver that does not answer is waited for ten seconds', async () => {
  const limits = new HeldLimits(9000);
  try {
    const slow = await hanging();
    const limit = await limits.next();
    expect(limit.ms).toBe(10_000);
    limit.runOut();
    await slow.answer(new Response('late'));
  } finally {
    limits.release();
  }
  expect((await delivery()).log).toMatchObject([{ answerStatus: null, error: 'No answer within 10 seconds' }]);
});
