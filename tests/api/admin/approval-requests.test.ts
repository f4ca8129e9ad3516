import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import {
  actorOf,
  balanceOf,
  call,
  funded,
  makeApprover,
  signUp,
  stepUpNow,
  suspend,
  type TestActor,
} from '../../kit/actors.ts';
import { openEvents, appForFile, deliverMails, expectProblem, mailTo, startTestApp, tokenIn } from '../../kit/index.ts';
import { purchase, verifyAs } from '../payments/payments.ts';
import { agreeTo, requestAbout, waitingFor, withdraw } from './requests.ts';

let ada: TestActor;
let bea: TestActor;
let customer: TestActor;
const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '100' }, soundBooks: true });
beforeEach(async () => {
  ada = await makeApprover(app, await signUp(app, { fullName: 'Ada Admin' }));
  bea = await makeApprover(app, await signUp(app, { fullName: 'Bea Admin' }));
  customer = await funded(app, '10.00');
});

const adjust = (admin: TestActor, amount: string) =>
  admin.withCookie(`/api/admin/users/${customer.id}/adjustments`, { json: { amount, reason: 'A gift' } });
const lift = (admin: TestActor) => admin.withCookie(`/api/admin/users/${customer.id}/lift-limit`, { json: {} });
const resetFactor = (admin: TestActor) =>
  admin.withCookie(`/api/admin/users/${customer.id}/second-factor`, { method: 'DELETE' });
const newAdmin = (admin: TestActor, email: string) =>
  admin.withCookie('/api/admin/users', { json: { email, fullName: 'Eve Admin', role: 'admin' } });

const waiting = () => waitingFor(bea);
const requestOf = (subject: string) => requestAbout(bea, subject);
const isLifted = async () => {
  const [row] = await app.deps.db
    .select({ until: users.limitLiftedUntil })
    .from(users)
    .where(eq(users.id, customer.id));
  return row?.until !== null;
};

describe('an adjustment above the sum', () => {
  test('waits for another administrator, whose word does it once', async () => {
    await using hers = await openEvents(app, { cookie: bea.cookie });
    await expectProblem(await adjust(ada, '100.01'), 'approval_needed');
    await hers.next('approval-requests');
    expect(await balanceOf(customer)).toBe('10.00');
    const request = await requestOf(customer.email);
    expect(request).toMatchObject({
      wanted: { kind: 'adjustment', userId: customer.id, amount: '100.01', reason: 'A gift' },
      requestedBy: { id: ada.id },
    });
    await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
    const both = await Promise.all([agreeTo(bea, request), agreeTo(bea, request)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await balanceOf(customer)).toBe('110.01');
    expect(await waiting()).not.toContainEqual(expect.objectContaining({ id: request.id }));
  });

  test('taken away is one too, and a smaller one needs nobody else', async () => {
    expect((await adjust(ada, '100.00')).status).toBe(201);
    expect((await adjust(bea, '95.00')).status).toBe(201);
    await expectProblem(await adjust(ada, '-100.01'), 'approval_needed');
    expect(await balanceOf(customer)).toBe('205.00');
  });

  test('waits once, however often it is asked for, and can be withdrawn', async () => {
    await expectProblem(await adjust(ada, '500.00'), 'approval_needed');
    await expectProblem(await adjust(ada, '500.00'), 'approval_needed');
    const mine = (await waiting()).filter(({ subject }) => subject === customer.email);
    expect(mine).toHaveLength(1);
    const request = await requestOf(customer.email);
    expect((await withdraw(bea, request)).status).toBe(204);
    await expectProblem(await agreeTo(bea, request), 'not_found');
    expect(await balanceOf(customer)).toBe('10.00');
  });
});

test('an administrator made for the purpose approves nothing', async () => {
  await expectProblem(await adjust(ada, '500.00'), 'approval_needed');
  const payment = await purchase(customer, { amount: '200.00' });
  const hash = payment.transactionHash ?? '';
  expect((await verifyAs(ada, payment.id, hash)).status).toBe(200);
  app.clock.advance(1000);
  const eve = await makeApprover(app, await signUp(app));
  await expectProblem(await agreeTo(eve, await requestOf(customer.email)), 'not_allowed_now');
  await expectProblem(await verifyAs(eve, payment.id, hash), 'not_allowed_now');
  expect(await balanceOf(customer)).toBe('10.00');
  // The one who was there before does.
  expect((await verifyAs(bea, payment.id, hash)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('210.00');
});

describe('the second administrator', () => {
  test('needs a second factor', async () => {
    await expectProblem(await adjust(ada, '500.00'), 'approval_needed');
    const payment = await purchase(customer, { amount: '200.00' });
    const hash = payment.transactionHash ?? '';
    expect((await verifyAs(ada, payment.id, hash)).status).toBe(200);
    await app.deps.db.update(users).set({ hasSecondFactor: false }).where(eq(users.id, bea.id));
    await expectProblem(await agreeTo(bea, await requestOf(customer.email)), 'not_allowed_now');
    await expectProblem(await verifyAs(bea, payment.id, hash), 'not_allowed_now');
    expect(await balanceOf(customer)).toBe('10.00');
  });

  test('has an account of a day at least, or what the setting says', async () => {
    await using aDay = await startTestApp({
      beside: app,
      background: false,
      env: { APPROVAL_ABOVE_GBP: '100', APPROVER_AGE_HOURS: '24' },
    });
    await expectProblem(await adjust(ada, '500.00'), 'approval_needed');
    const request = await requestOf(customer.email);
    const there = actorOf(aDay, bea);
    await expectProblem(await agreeTo(there, request), 'not_allowed_now');
    app.clock.advance(24 * 3_600_000);
    await stepUpNow(app, bea);
    expect((await agreeTo(there, request)).status).toBe(200);
    expect(await balanceOf(customer)).toBe('510.00');
  });
});

test('nobody sets the password of another administrator, even one that they know', async () => {
  const json = { currentPassword: bea.password, newPassword: 'a horse of my own' };
  const init = { method: 'PUT', json };
  await expectProblem(await ada.withCookie(`/api/users/${bea.id}/password`, init), 'forbidden');
  expect((await bea.withCookie(`/api/users/${bea.id}/password`, init)).status).toBe(204);
});

test('the agreement of somebody who is no longer an administrator counts for nothing', async () => {
  await expectProblem(await adjust(ada, '500.00'), 'approval_needed');
  const request = await requestOf(customer.email);
  await suspend(app, ada);
  await expectProblem(await agreeTo(bea, request), 'not_allowed_now');
  expect(await balanceOf(customer)).toBe('10.00');
});

test('nobody becomes an administrator by one word, and neither of the two is shown the password', async () => {
  const email = `eve-${customer.id}@example.com`;
  await expectProblem(await newAdmin(ada, email), 'approval_needed');
  expect(await (await agreeTo(bea, await requestOf(email))).json()).toEqual({});
  await deliverMails(app);
  const token = tokenIn(await mailTo(app, email, /administrator of/));
  const chosen = await call(app, '/api/auth/password-reset/confirm', {
    json: { token, password: 'a horse of my own' },
  });
  expect(chosen.status).toBe(204);
  const signedIn = await call(app, '/api/auth/login', { json: { email, password: 'a horse of my own' } });
  expect(await signedIn.json()).toMatchObject({ user: { email, role: 'admin' } });
  // Other accounts need one word only.
  const json = { email: `other-${customer.id}@example.com`, fullName: 'Alan Turing', role: 'user' };
  expect((await ada.withCookie('/api/admin/users', { json })).status).toBe(201);
});

test('a second factor is taken away, and a limit lifted, by two only', async () => {
  await app.deps.db.update(users).set({ hasSecondFactor: true }).where(eq(users.id, customer.id));
  await expectProblem(await resetFactor(ada), 'approval_needed');
  await expectProblem(await lift(ada), 'approval_needed');
  expect(await isLifted()).toBe(false);
  const mine = (await waiting()).filter(({ subject }) => subject === customer.email);
  expect(mine.map(({ wanted }) => wanted.kind).toSorted()).toEqual(['factor_reset', 'limit_lift']);
  for (const request of mine) expect((await agreeTo(bea, request)).status).toBe(200);
  expect(await isLifted()).toBe(true);
  const [row] = await app.deps.db.select({ has: users.hasSecondFactor }).from(users).where(eq(users.id, customer.id));
  expect(row?.has).toBe(false);
});

test('no key of an administrator manages people or factors, whatever its scopes', async () => {
  const json = { email: `by-key-${customer.id}@example.com`, fullName: 'Alan Turing', role: 'user' };
  const actions: [path: string, init: Parameters<TestActor['as']>[1]][] = [
    ['/api/admin/users', { json }],
    [`/api/admin/users/${customer.id}/suspend`, { method: 'PUT' }],
    [`/api/admin/users/${customer.id}/activate`, { method: 'PUT' }],
    [`/api/admin/users/${customer.id}/second-factor`, { method: 'DELETE' }],
    [`/api/users/${customer.id}`, { method: 'PUT', json: { fullName: 'Somebody Else' } }],
  ];
  for (const [path, init] of actions) await expectProblem(await ada.as(path, init), 'forbidden');
  for (const [path, init] of actions.slice(0, 2)) {
    expect((await ada.withCookie(path, init)).status).toBeLessThan(300);
  }
});
