import { and, eq } from 'drizzle-orm';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { mails, sipCredentials, trunkAddresses } from '../../../db/schema/index.ts';
import { actorOf, call, makeReseller, readAs, signIn, type TestActor, withId } from '../../kit/index.ts';
import { confirmAddress, deliverMails, mailTo, tokenIn } from '../../kit/mails.ts';
import { activeTrunk, addPasskey, number, portal, webhookBody } from '../endpoints/things.ts';
import { everyRow } from '../endpoints/every-row.ts';
import { makeOwner, startWorld } from '../endpoints/world.ts';

const world = await startWorld();

const addWebhook = async (owner: TestActor, url: string): Promise<string> => {
  const response = await owner.withCookie(`/api/users/${owner.id}/webhooks`, { json: { ...webhookBody, url } });
  return (await readAs(response, withId)).id;
};
const told = (owner: TestActor, kind: string) =>
  world.app.deps.db
    .select({ data: mails.data })
    .from(mails)
    .where(and(eq(mails.userId, owner.id), eq(mails.kind, kind)))
    .orderBy(mails.id);

async function resetPassword({ email }: TestActor): Promise<void> {
  await call(world.app, '/api/auth/password-reset', { json: { email } });
  await deliverMails(world.app);
  const token = tokenIn(await mailTo(world.app, email, /^Choose a new password/));
  const json = { token, password: 'a horse of my own' };
  expect((await call(world.app, '/api/auth/password-reset/confirm', { json })).status).toBe(204);
}

async function leave(thief: TestActor, network = '198.41.0.4') {
  const { packageId } = await activeTrunk(world, thief);
  const { numberId } = await number(world, thief);
  await portal(world, thief);
  const put = async (path: string, json: object) =>
    expect((await thief.withCookie(`/api/users/${thief.id}/${path}`, { method: 'PUT', json })).status).toBe(200);
  await put(`did-numbers/${numberId}`, {
    answerPlan: { timeZone: 'UTC', steps: [{ kind: 'forward', number: '+447700900999' }] },
  });
  await put(`did-numbers/${numberId}/answers`, {
    rules: [{ match: 'any', kind: 'forward', number: '+447700900999' }],
    office: null,
    answersPerDay: 5,
  });
  await put(`voice-packages/${packageId}/addresses`, { networks: [network] });
  const made = await thief.withCookie(`/api/users/${thief.id}/voice-packages/${packageId}/credentials`, {
    method: 'POST',
  });
  expect(made.status).toBe(201);
  await addWebhook(thief, 'https://127.0.0.1:9/thief');
  return { numberId };
}

test('ends with a new password by mail, if it was made within 30 days, and the owner is told of both', async () => {
  const before = await everyRow(world.app);
  const bystander = await makeOwner(world);
  await leave(bystander, '198.41.0.5');
  await addPasskey(bystander);
  const made = (await everyRow(world.app)).difference(before);
  const ofOthers = new Set([...made].filter((row) => !row.startsWith('mails: ')));
  const owner = await makeOwner(world);
  await confirmAddress(world.app, owner);
  const kept = await addWebhook(owner, 'https://127.0.0.1:9/own');
  const changed = await addWebhook(owner, 'https://127.0.0.1:9/changed');
  world.app.clock.advance(31 * DAY_MS);
  await makeReseller(world.app, owner);
  const thief = actorOf(world.app, { ...owner, cookie: await signIn(world.app, owner) });
  const { numberId } = await leave(thief);
  const json = { ...webhookBody, url: 'https://127.0.0.1:9/to-the-thief' };
  await thief.withCookie(`/api/users/${owner.id}/webhooks/${changed}`, { method: 'PUT', json });
  await addPasskey(thief);
  const whats = (await told(owner, 'access_changed')).map(({ data }) => data?.what);
  expect(whats.slice(-7).toSorted()).toEqual(['addresses', 'answers', 'calls', 'host', 'sip', 'webhook', 'webhook']);

  await resetPassword(owner);
  const { email } = owner;
  const again = { ...owner, password: 'a horse of my own' };
  const back = actorOf(world.app, { ...again, cookie: await signIn(world.app, again) });
  const read = async (path: string) => (await back.withCookie(`/api/users/${back.id}/${path}`)).json();
  expect(await read('webhooks')).toMatchObject([{ id: kept }]);
  expect(await read(`did-numbers/${numberId}/answers`)).toMatchObject({ rules: [] });
  expect(await read('did-numbers')).toMatchObject([{ id: numberId, answerPlan: null }]);
  expect(await read('brand')).toMatchObject({ brand: { name: 'Acme Voice', hostName: null } });
  // Those of somebody else.
  expect(await world.app.deps.db.$count(sipCredentials)).toBe(1);
  expect(await world.app.deps.db.$count(trunkAddresses)).toBe(1);
  expect([...ofOthers.difference(await everyRow(world.app))]).toEqual([]);
  expect(await (await back.withCookie('/api/auth/second-factor')).json()).toMatchObject({ passkeys: [] });
  await deliverMails(world.app);
  const { text } = await mailTo(world.app, email, /^Your password/);
  const named = ['/thief', '/to-the-thief', 'Laptop', '.acme.example', 'SIP user', 'Addresses of SIP trunk'];
  for (const name of [...named, 'Messages to', 'Calls to']) expect(text).toContain(name);
  expect(text).not.toContain('/own');
});
