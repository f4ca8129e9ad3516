import { afterAll, expect, test } from 'bun:test';
import { type TestActor, type TestApp } from '../../kit/index.ts';
import { order, pass, passToAnswer, readCall, settle, startWithCaller } from './calls.ts';
import { sendSandboxNews } from './news.ts';

let app: TestApp;
let person: TestActor;
({ app, person } = await startWithCaller('20.00'));
afterAll(() => app.stop());

test.each([-1, 1.5, 86_401, 1e21])('an end after %p seconds is refused, and asked for at once', async (seconds) => {
  const { id } = await order(person);
  await passToAnswer(app);
  const [row] = await app.deps.sql<{ provider_call_id: string }[]>`
    select provider_call_id from voice_calls where id = ${id}`;
  const news = { id: row?.provider_call_id ?? '', reference: id, state: 'ended', end: 'completed', seconds };
  const response = await sendSandboxNews(app, [news]);
  expect(response.status).toBe(422);
  const [due] = await app.deps.sql`select due_at <= ${app.clock.now().toISOString()}::timestamptz as now
    from voice_calls where id = ${id}`;
  expect(due?.now).toBe(true);
  await settle(app);
  expect(await readCall(person, id)).toMatchObject({ status: 'in-progress' });
  await pass(app, 91);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', duration: 90 });
});
