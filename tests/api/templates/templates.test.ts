import { smsTemplate } from '../../../src/services/messaging/templates/contract.ts';
import { appForFile, readAs, signUp, type TestActor } from '../../kit/index.ts';

const app = await appForFile({ background: false });
const owner = await signUp(app);
const body = { name: 'Reminder', message: 'See you at nine' };
const templates = ({ id }: TestActor) => `/api/users/${id}/sms-templates`;

test('a template is kept, listed and removed', async () => {
  const { id } = await readAs(owner.as(templates(owner), { json: body }), smsTemplate);
  expect(await (await owner.as(templates(owner))).json()).toMatchObject([{ id, ...body }]);
  const stranger = await signUp(app);
  expect((await stranger.as(`${templates(stranger)}/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await owner.as(`${templates(owner)}/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await (await owner.as(templates(owner))).json()).toEqual([]);
});

test('a template has a name and a text', async () => {
  for (const wrong of [{ name: ' ' }, { message: ' ' }]) {
    expect((await owner.as(templates(owner), { json: { ...body, ...wrong } })).status).toBe(422);
  }
});

test('an account keeps at most a hundred', async () => {
  const many = await signUp(app);
  await app.deps.sql`
    insert into sms_templates (id, user_id, name, message, created_at)
    select gen_random_uuid(), ${many.id}, 'Some', 'Some', now() from generate_series(1, 99)`;
  expect((await many.as(templates(many), { json: body })).status).toBe(201);
  expect((await many.as(templates(many), { json: body })).status).toBe(409);
});
