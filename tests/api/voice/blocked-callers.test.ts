import { afterAll, beforeAll, expect, test } from 'bun:test';
import { signUp } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { expectProblem } from '../../kit/problems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ background: false });
});
afterAll(() => app.stop());

test('an account blocks a thousand callers and no more; who is blocked can be blocked again', async () => {
  const person = await signUp(app);
  const block = (number: string) =>
    person.as(`/api/users/${person.id}/blocked-callers`, { json: { number } });
  await app.deps.sql`
    insert into blocked_callers (user_id, number, created_at)
    select ${person.id}, '+4479110' || n, now() from generate_series(10000, 10998) n`;
  expect((await block('+447911010999')).status).toBe(200);
  await expectProblem(await block('+447911011000'), 'not_allowed_now');
  expect((await block('+447911010999')).status).toBe(200);
});
