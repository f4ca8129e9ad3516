import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { webhooks } from '../../../db/schema/index.ts';
import { deliverWebhooks } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { resealAll } from '../../../src/platform/reseal.ts';
import {
  agreeing,
  readAs,
  signUp,
  startTestApp,
  type TestApp,
  WebhookReceiver,
  forFile,
  appForFile,
} from '../../kit/index.ts';

const OLD = 'the old secret of the settings is long';
const NEW = 'the new secret of the settings is long';
const env = (SESSION_SECRET: string) => ({ WEBHOOKS_TO_LOOPBACK: 'on', SESSION_SECRET });
const app = await appForFile({ background: false, env: env(OLD) });
const owner = await signUp(app);
const receiver = await forFile(new WebhookReceiver());

const path = (id: string, verb: string) => `/api/users/${owner.id}/webhooks/${id}/${verb}`;

async function register(): Promise<{ id: string; secret: string }> {
  const json = { name: 'Till', url: receiver.url, events: ['payment-verified'] };
  return await readAs(
    owner.as(`/api/users/${owner.id}/webhooks`, { json }),
    z.looseObject({ id: z.string(), secret: z.string() }),
  );
}

const kept = async (id: string) => (await app.deps.db.select().from(webhooks).where(eq(webhooks.id, id)))[0] ?? null;

/** How many of the secrets the next delivery is signed with. */
async function signedWith(server: TestApp, id: string, ...secrets: string[]): Promise<number> {
  receiver.received.length = 0;
  expect((await owner.as(path(id, 'test'), { method: 'POST' })).status).toBeLessThan(300);
  await deliverWebhooks(server.deps);
  const [hook] = receiver.received;
  if (!hook) throw new Error('nothing arrived');
  return agreeing(hook, ...secrets);
}

test('a signing secret is sealed in the database, and signs as ever, also after it was replaced', async () => {
  const { id, secret } = await register();
  expect(JSON.stringify(await kept(id))).not.toContain(secret);
  expect(await signedWith(app, id, secret)).toBe(1);
  const rotated = await owner.as(path(id, 'secret'), { method: 'POST' });
  const { secret: second } = await readAs(rotated, z.object({ secret: z.string() }));
  const row = JSON.stringify(await kept(id));
  for (const each of [secret, second]) expect(row).not.toContain(each);
  expect(await signedWith(app, id, secret, second)).toBe(2);
});

test('one sealed for another webhook is of no use', async () => {
  const [mine, other] = [await register(), await register()];
  const row = await kept(other.id);
  await app.deps.db
    .update(webhooks)
    .set({ secret: row?.secret ?? '' })
    .where(eq(webhooks.id, mine.id));
  await expect(signedWith(app, mine.id, other.secret)).rejects.toThrow('nothing arrived');
});

test('one of an old secret of the settings is sealed anew', async () => {
  const { id, secret } = await register();
  const both = await startTestApp({ background: false, beside: app, env: env(`${NEW},${OLD}`) });
  const turned = await startTestApp({ background: false, beside: app, env: env(NEW) });
  try {
    await resealAll(both.deps);
    expect(await signedWith(turned, id, secret)).toBe(1);
  } finally {
    await both.stop();
    await turned.stop();
  }
});
