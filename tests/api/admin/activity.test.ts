import { activity } from '../../../src/admin/contract.ts';
import { audit } from '../../../src/callers/audit.ts';
import { ensureFirstAdmin } from '../../../src/callers/registration/first-admin.ts';
import { transact, type Transaction } from '../../../src/platform/events/transact.ts';
import { appForFile, makeAdmin, pagesOf, readAs, signUp } from '../../kit/index.ts';

const app = await appForFile();

test('the log, newest first, with who did it, page by page', async () => {
  await ensureFirstAdmin(app.deps, { email: 'first@example.com', password: 'the first horse' });
  const admin = await makeAdmin(app);
  const person = await signUp(app);
  await admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });

  const pages = await pagesOf(admin, '/api/admin/activity?limit=3', activity);
  expect(pages.map(({ length }) => length)).toEqual([3, 1]);
  expect(pages.flat().map(({ action, actor, subject }) => [action, actor?.email ?? null, subject])).toEqual([
    ['account.suspended', admin.email, person.email],
    ['account.registered', person.email, person.email],
    ['account.registered', admin.email, admin.email],
    ['account.created', null, 'first@example.com'],
  ]);
});

test("a long transaction's row does not come before its time", async () => {
  const admin = await makeAdmin(app);
  const write = (tx: Transaction, subject: string) => audit(tx, null, 'books.agree', { subject });
  await transact(app.deps, async (long) => {
    app.clock.advance(1000);
    await transact(app.deps, (short) => write(short, 'the short one'));
    app.clock.advance(1000);
    await write(long, 'the long one');
  });
  const [latest, before] = await readAs(admin.as('/api/admin/activity?limit=2'), activity.array());
  expect([latest?.subject, before?.subject]).toEqual(['the long one', 'the short one']);
  expect(Date.parse(latest?.at ?? '') - Date.parse(before?.at ?? '')).toBe(1000);
});

test('the log is narrowed down by account, action and day, and saved as CSV', async () => {
  const admin = await makeAdmin(app);
  const person = await signUp(app, { fullName: 'Grace Brewster' });
  const { headers } = await admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });
  const found = async (query: string) => {
    const rows = await readAs(admin.as(`/api/admin/activity?${query}`), activity.array());
    return rows.map(({ action, subject }) => [action, subject]);
  };
  const suspended = ['account.suspended', person.email];
  expect(await found('search=brewster')).toEqual([suspended, ['account.registered', person.email]]);
  expect(await found('search=brewster&action=account.suspended')).toEqual([suspended]);
  expect(await found(`search=${person.email}&to=2020-01-01`)).toEqual([]);
  expect(await found('search=nobody-has-this-name')).toEqual([]);
  expect(await found(`search=${headers.get('x-request-id')}`)).toEqual([suspended]);
  expect(await found(`search=${'0'.repeat(32)}`)).toEqual([]);
  expect((await admin.as('/api/admin/activity?action=made.up')).status).toBe(422);
  expect((await admin.as('/api/admin/activity?from=2026-02-02&to=2026-02-01')).status).toBe(422);
  const file = await admin.as('/api/admin/activity.csv?search=brewster&action=account.suspended');
  const [head, line, ...more] = (await file.text()).trim().split('\r\n');
  expect(head).toBe('at,actor,action,subject,detail,requestId');
  expect(line).toContain(`${admin.email},account.suspended,${person.email}`);
  expect(line).toEndWith(`,${headers.get('x-request-id')}`);
  expect(more).toEqual([]);
  expect((await found('action=activity.exported')).length).toBe(1);
});
