import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Activity, listActivity } from '../../../src/admin/contract.ts';
import { ensureFirstAdmin } from '../../../src/callers/registration/first-admin.ts';
import { makeAdmin, signUp } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the log, newest first, with who did it, page by page', async () => {
  await ensureFirstAdmin(app.deps, { email: 'first@example.com', password: 'first horse' });
  const admin = await makeAdmin(app);
  const person = await signUp(app);
  await admin.as(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });

  const seen: Activity[] = [];
  let path: string | undefined = '/api/admin/activity?limit=3';
  for (let pages = 0; path && pages < 5; pages++) {
    const response: Response = await admin.as(path);
    seen.push(...(listActivity.response?.parse(await response.json()) ?? []));
    path = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect(seen.map(({ action, actor, subject }) => [action, actor?.email ?? null, subject])).toEqual([
    ['account.suspended', admin.email, person.email],
    ['account.registered', person.email, person.email],
    ['account.registered', admin.email, admin.email],
    ['account.created', null, 'first@example.com'],
  ]);
});
