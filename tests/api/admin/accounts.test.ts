import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { getNotes, refundCharge } from '../../../src/admin/accounts/contract.ts';
import { VIEW_HEADER } from '../../../src/shared/view-header.ts';
import { VIEW_MINUTES, viewAccount } from '../../../src/callers/contract.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, codeOf, mailTo, readAnswer, transactionsOf } from '../../kit/index.ts';
import { balanceOf, call, funded, makeAdmin, makeApprover, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { charge } from '../endpoints/things.ts';

const app = await appForFile({ soundBooks: true, env: { SUPPORT_REFUND_GBP: '30' } });
const admin = await makeApprover(app);
const support = await makeAdmin(app);
const world = { app, admin };
await app.deps.db.update(users).set({ duty: 'support' }).where(eq(users.id, support.id));

const post = (who: TestActor, { id }: TestActor, path: string, json: object = {}) =>
  who.withCookie(`/api/admin/users/${id}/${path}`, { json });

test('notes and tags are told to administrators alone', async () => {
  const person = await signUp(app);
  const path = `/api/admin/users/${person.id}/notes`;
  expect(await readAnswer(admin.as(path), getNotes)).toEqual({ note: '', tags: [], updatedAt: null });
  const json = { note: ' Calls on Mondays ', tags: ['vip', 'vip', 'late'] };
  expect((await support.withCookie(path, { method: 'PUT', json })).status).toBe(200);
  expect(await readAnswer(admin.as(path), getNotes)).toMatchObject({ note: 'Calls on Mondays', tags: ['vip', 'late'] });
  expect((await person.as(path)).status).toBe(403);
  const many = { note: '', tags: Array.from({ length: 11 }, (_, place) => `t${place}`) };
  expect(await codeOf(await admin.withCookie(path, { method: 'PUT', json: many }))).toBe('validation_failed');
});

test('a link to choose a password goes to the account’s own address', async () => {
  const person = await signUp(app);
  const sent = await post(support, person, 'links', { kind: 'reset_password' });
  expect(await sent.json()).toEqual({ sentTo: person.email });
  await mailTo(app, person.email, /password/i);
});

test('a charge is given back once, in parts, and never more than was paid', async () => {
  const person = await funded(app, '500.00');
  const { transactionId } = await charge(world, person);
  const before = await balanceOf(person);
  const path = `transactions/${transactionId}/refund`;
  const answer = await post(admin, person, path, { amount: '40', reason: 'Two bad days' });
  const made = await readAnswer(Promise.resolve(answer), refundCharge);
  expect(made).toMatchObject({ type: 'adjustment', balanceChange: '40.00', reason: 'Two bad days' });
  // At once: together they would be more than is left.
  const both = await Promise.all([0, 1].map(() => post(admin, person, path, { amount: '100', reason: 'Again' })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await post(admin, person, path, { reason: 'The rest of it' })).status).toBe(201);
  expect(await codeOf(await post(admin, person, path, { reason: 'Once more' }))).toBe('not_allowed_now');
  expect(Number(await balanceOf(person)) - Number(before)).toBe(150);
  const credit = (await transactionsOf(person)).find(
    ({ type, balanceChange }) => type === 'adjustment' && balanceChange === '500.00',
  );
  expect(await codeOf(await post(admin, person, `transactions/${credit?.id}/refund`, { reason: 'No charge' }))).toBe(
    'not_allowed_now',
  );
  const later = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
  const scheduled = { senderId: 'Topline', recipients: ['+447700900123'], message: 'Hello', sendAt: later };
  expect((await person.as(`/api/users/${person.id}/sms`, { json: scheduled })).status).toBe(201);
  const [waiting] = await transactionsOf(person);
  expect(waiting?.type).toBe('sms_charge');
  expect(await codeOf(await post(admin, person, `transactions/${waiting?.id}/refund`, { reason: 'Too soon' }))).toBe(
    'not_allowed_now',
  );
  const stranger = await signUp(app);
  expect((await post(admin, stranger, path, { reason: 'Not theirs' })).status).toBe(404);
});

test('an administrator who supports customers gives back up to a sum in a day', async () => {
  const person = await funded(app, '500.00');
  const { transactionId } = await charge(world, person);
  const refund = (amount: string) =>
    post(support, person, `transactions/${transactionId}/refund`, { amount, reason: 'Sorry' });
  expect((await refund('20')).status).toBe(201);
  expect(await codeOf(await refund('20'))).toBe('not_allowed_now');
  expect((await refund('10')).status).toBe(201);
  expect((await post(support, person, 'adjustments', { amount: '1', reason: 'More' })).status).toBe(403);
});

test('an account is closed for its owner, who can undo it', async () => {
  const person = await funded(app, '7.00');
  expect(await codeOf(await post(admin, person, 'closing', { givesUp: '0.00' }))).toBe('not_allowed_now');
  const closed = await post(admin, person, 'closing', { givesUp: '7.00' });
  expect(await closed.json()).toMatchObject({ isClosed: true, status: 'suspended' });
  await mailTo(app, person.email, /closed/i);
  expect(await codeOf(await post(admin, person, 'closing', { givesUp: '7.00' }))).toBe('not_allowed_now');
  expect(await codeOf(await post(admin, support, 'closing', { givesUp: '0.00' }))).toBe('forbidden');
  const paused = await funded(app, '1.00');
  await suspend(app, paused);
  expect((await post(admin, paused, 'closing', { givesUp: '1.00' })).status).toBe(200);
});

test('an administrator sees an account as its owner does, reads only, and for a while', async () => {
  const person = await funded(app, '12.00');
  const begun = await post(admin, person, 'view');
  const { token, user } = await readAnswer(Promise.resolve(begun), viewAccount);
  expect(user.id).toBe(person.id);
  const look = (path: string, init: object = {}, as = admin, shown = token) =>
    call(app, path, init, { cookie: as.cookie, [VIEW_HEADER]: shown });
  const own = `/api/users/${person.id}`;
  expect(await (await look('/api/auth/session')).json()).toMatchObject({ user: { id: person.id, role: 'user' } });
  for (const path of [own, `${own}/stats`, `${own}/transactions`, `${own}/sms`, `${own}/limits`])
    expect((await look(path)).status).toBe(200);
  const refused = [
    look(`${own}/sms`, { json: { senderId: 'Topline', recipients: ['+447700900123'], message: 'Hello' } }),
    look(own, { method: 'PUT', json: { fullName: 'Somebody Else' } }),
    look('/api/auth/logout', { method: 'POST' }),
    look(`${own}/api-keys`),
    look(`${own}/sessions`),
    look('/api/auth/export'),
    look('/api/auth/second-factor'),
    look('/api/admin/users'),
    look(`/api/users/${admin.id}`),
  ];
  for (const answer of await Promise.all(refused)) expect(answer.status).toBe(403);
  expect(await balanceOf(person)).toBe('12.00');
  // The session stays the administrator's, and the token is nobody else's.
  expect(await (await admin.withCookie('/api/auth/session')).json()).toMatchObject({ user: { id: admin.id } });
  expect((await look(own, {}, support)).status).toBe(401);
  expect((await look(own, {}, person)).status).toBe(403);
  expect((await look(own, {}, admin, token.replace(person.id, admin.id))).status).toBe(401);
  expect((await look(own, {}, admin, 'x')).status).toBe(401);
  expect(await codeOf(await post(admin, support, 'view'))).toBe('not_allowed_now');
  app.clock.advance((VIEW_MINUTES + 1) * MINUTE_MS);
  expect((await look(own)).status).toBe(401);
});
