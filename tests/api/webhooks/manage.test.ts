import { expect, test } from 'bun:test';
import { z } from 'zod';
import { webhook as webhookSchema } from '../../../src/accounts/webhooks/contract.ts';
import { signUp } from '../../kit/actors.ts';
import { startTestApp } from '../../kit/app.ts';
import { appForFile } from '../../kit/file-app.ts';
import { readAs } from '../../kit/read.ts';
import { expectProblem } from '../../kit/problems.ts';

const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' } });
let owner = await signUp(app);

const body = { name: 'Shop', url: 'https://127.0.0.1:9/hook', events: ['message-status'] };
const collection = () => `/api/users/${owner.id}/webhooks`;

test('a webhook is made, changed, listed without its secret, and removed', async () => {
  const made = await owner.as(collection(), { json: body });
  expect(made.status).toBe(201);
  const { secret, ...webhook } = await readAs(made, z.looseObject({ secret: z.string(), id: z.string() }));
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

test('what is wrong is named', async () => {
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
  const real = await startTestApp({ background: false });
  const person = await signUp(real);
  const json = { ...body, url: 'https://localhost/hook' };
  const response = await person.as(`/api/users/${person.id}/webhooks`, { json });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('private network');
  await real.stop();
});
