import { afterAll, beforeAll, expect, test } from 'bun:test';
import { activity } from '../../../src/admin/contract.ts';
import { ensureFirstAdmin } from '../../../src/callers/registration/first-admin.ts';
import { makeAdmin, signUp } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { pagesOf } from '../../kit/pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the log, newest first, with who did it, page by page', async () => {
  await ensureFirstAdmin(app.deps, { email: 'first@example.com', password: 'the first horse' });
  const admin = await makeAdmin(app);
  const person = await signUp(app);
  await admin.as(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });

  const pages = await pagesOf(admin, '/api/admin/activity?limit=3', activity);
  expect(pages.map(({ length }) => length)).toEqual([3, 1]);
  expect(pages.flat().map(({ action, actor, subject }) => [action, actor?.email ?? null, subject])).toEqual([
    ['account.suspended', admin.email, person.email],
    ['account.registered', person.email, person.email],
    ['account.registered', admin.email, admin.email],
    ['account.created', null, 'first@example.com'],
  ]);
});
