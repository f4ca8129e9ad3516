import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { expectProblem } from '../../kit/problems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a process that answers is alive, and ready while its database answers', async () => {
  expect((await app.fetch('/healthz')).status).toBe(200);
  expect((await app.fetch('/readyz')).status).toBe(200);
});

test('an unknown path of the API is a problem, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await app.fetch('/api/nothing/here', { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toStartWith('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 });
  }
});

test('the event stream is for those who are signed in', async () => {
  const response = await app.fetch('/api/events');
  expect(response.status).toBe(401);
  await expectProblem(response, 'not_signed_in');
});
