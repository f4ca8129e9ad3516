import { z } from 'zod';
import { EVENTS } from '../../../src/events.ts';
import { WEBHOOK_EVENTS, webhook as webhookSchema, webhookDelivery } from '../../../src/accounts/webhooks/contract.ts';
import { appForFile, expectProblem, readAs, signUp, startTestApp, withId } from '../../kit/index.ts';
import { deliverWebhooks } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { eventually, WebhookReceiver } from '../../kit/index.ts';

const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' } });
let owner = await signUp(app);
const body = { name: 'Shop', url: 'https://127.0.0.1:9/hook', events: ['message-status'] };
const collection = () => `/api/users/${owner.id}/webhooks`;

test('a webhook is made, changed, listed without its secret, and removed', async () => {
  const { secret, ...webhook } = await readAs(
    owner.as(collection(), { json: body }),
    z.looseObject({ secret: z.string(), id: z.string() }),
  );
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(webhook).toMatchObject(body);
  const own = `${collection()}/${webhook.id}`;
  const changed = { ...body, name: 'Till', events: ['call-status', 'payment-verified'] };
  expect((await owner.as(own, { method: 'PUT', json: changed })).status).toBe(200);
  const listed = await (await owner.as(collection())).text();
  expect(listed).not.toContain(secret);
  expect(webhookSchema.array().parse(JSON.parse(listed))).toMatchObject([changed]);
  expect((await owner.as(`${own}/test`, { method: 'POST' })).status).toBe(201);
  expect((await owner.as(own, { method: 'DELETE' })).status).toBe(204);
  expect((await owner.as(own, { method: 'DELETE' })).status).toBe(404);
  expect(await (await owner.as(collection())).json()).toEqual([]);
  const log = await app.deps.sql<{ action: string; detail: unknown }[]>`
    select action, detail from audit_log where action like 'webhook.%' order by id`;
  expect(log.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.changed', 'webhook.deleted']);
  expect(JSON.stringify(log)).not.toContain(secret);
});

test('an example of each event has the form of the event, and says that it is one', async () => {
  const { id } = await readAs(owner.as(collection(), { json: { ...body, name: 'Examples' } }), withId);
  for (const event of WEBHOOK_EVENTS) {
    const answer = await owner.as(`${collection()}/${id}/test?event=${event}`, { method: 'POST' });
    const sent = z
      .object({ type: z.literal(event), data: z.looseObject({ at: z.iso.datetime(), example: z.literal(true) }) })
      .parse(JSON.parse((await readAs(answer, webhookDelivery)).body));
    expect(EVENTS[event].data.safeParse(sent.data).error, event).toBeUndefined();
  }
  await expectProblem(
    await owner.as(`${collection()}/${id}/test?event=balance`, { method: 'POST' }),
    'validation_failed',
  );
  expect((await owner.as(`${collection()}/${id}`, { method: 'DELETE' })).status).toBe(204);
});

test('a refusal names the fault', async () => {
  const refused = async (changes: object) => {
    const response = await owner.as(collection(), { json: { ...body, ...changes } });
    return (await expectProblem(response, 'validation_failed')).errors?.[0]?.path;
  };
  expect(await refused({ name: ' ' })).toBe('name');
  expect(await refused({ events: [] })).toBe('events');
  expect(await refused({ events: ['balance'] })).toBe('events.0');
  expect(await refused({ url: 'nowhere' })).toBe('url');
  expect(await refused({ url: 'https://10.0.0.1/' })).toBe('url');
  expect(await refused({ url: 'http://8.8.8.8/' })).toBe('url');
});

test('an account has at most ten, also when they are made at the same time', async () => {
  owner = await signUp(app);
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.as(collection(), { json: body })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(201), 409, 409]);
});

test('this machine is nobody’s address where that is not switched on', async () => {
  await using real = await startTestApp({ background: false });
  const person = await signUp(real);
  const json = { ...body, url: 'https://localhost/hook' };
  const response = await person.as(`/api/users/${person.id}/webhooks`, { json });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('private network');
});

async function due(count: number, url: string): Promise<void> {
  const owner = await signUp(app);
  const json = { name: 'Till', url, events: ['payment-verified'] };
  const { id } = await readAs(owner.as(`/api/users/${owner.id}/webhooks`, { json }), withId);
  for (let n = 0; n < count; n++)
    expect((await owner.as(`/api/users/${owner.id}/webhooks/${id}/test`, { method: 'POST' })).status).toBe(201);
}

/** Delays the answer to the second check for due deliveries until `meanwhile` has happened. */
function duringSecondLook(meanwhile: () => Promise<unknown>): void {
  const { sql } = app.deps;
  let looks = 0;
  sql.unsafe = new Proxy(sql.unsafe, {
    apply(send, _, [text, ...rest]: Parameters<typeof sql.unsafe>) {
      const sent = send.call(sql, text, ...rest);
      if (!text.includes('update webhook_deliveries d set due_at') || ++looks !== 2) return sent;
      const later = sent.then(async (rows) => {
        await meanwhile();
        return rows;
      });
      return Object.assign(later, { execute: () => later });
    },
  });
}

test('a delivery left out while others of its owner were under way goes when they have ended', async () => {
  const [slow, quick] = [new WebhookReceiver(), new WebhookReceiver()];
  const released = Promise.withResolvers<void>();
  slow.answer = async () => {
    await released.promise;
    return new Response('at last');
  };
  try {
    // One more than are sent to one address at a time; the quick one has the next look come.
    await due(5, slow.url);
    await due(1, quick.url);
    duringSecondLook(async () => {
      released.resolve();
      await eventually('all under way are written down', async () => {
        const [row] = await app.deps.sql<{ delivered: number }[]>`
          select count(*)::int as delivered from webhook_deliveries where status = 'delivered'`;
        return row?.delivered === 5;
      });
    });
    await deliverWebhooks(app.deps);
    expect(slow.received).toHaveLength(5);
    expect(await app.deps.sql`select id from webhook_deliveries where status <> 'delivered'`).toHaveLength(0);
  } finally {
    await Promise.all([slow.stop(), quick.stop()]);
  }
});
