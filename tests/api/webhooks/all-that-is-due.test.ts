import { expect, test } from 'bun:test';
import { deliverWebhooks } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { eventually } from '../../kit/eventually.ts';
import { WebhookReceiver } from '../../kit/webhook-receiver.ts';
import { readAs, withId } from '../../kit/read.ts';

/** A customer with the most attempts at one time is left out of a check; the attempts may end during it. */

const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' } });

/** Somebody with one webhook, and so many deliveries that are due. */
async function due(count: number, url: string): Promise<void> {
  const owner = await signUp(app);
  const json = { name: 'Till', url, events: ['payment-verified'] };
  const made = await owner.as(`/api/users/${owner.id}/webhooks`, { json });
  expect(made.status).toBe(201);
  const { id } = await readAs(made, withId);
  for (let n = 0; n < count; n++)
    expect((await owner.as(`/api/users/${owner.id}/webhooks/${id}/test`, { method: 'POST' })).status).toBe(
      201,
    );
}

/** Delays the answer to the second check for due deliveries until `meanwhile` has happened. */
function duringSecondLook(meanwhile: () => Promise<unknown>): void {
  const { sql } = app.deps;
  let looks = 0;
  sql.unsafe = new Proxy(sql.unsafe, {
    apply(send, _, [text, ...rest]: Parameters<typeof sql.unsafe>) {
      const sent = send.call(sql, text, ...rest);
      if (!text.includes('update webhook_deliveries d set due_at') || ++looks !== 2) return sent;
      return sent.then(async (rows) => {
        await meanwhile();
        return rows;
      });
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
    const left = await app.deps.sql`select id from webhook_deliveries where status <> 'delivered'`;
    expect(left).toHaveLength(0);
  } finally {
    await Promise.all([slow.stop(), quick.stop()]);
  }
});
