import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { searchEverything } from '../../../src/admin/search/contract.ts';
import { listActivity } from '../../../src/admin/contract.ts';
import { listRequests } from '../../../src/admin/requests/contract.ts';
import { verifyPayment } from '../../../src/money/payments/admin-contract.ts';
import type { Duty } from '../../../src/platform/kit/duties.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { codeOf, forFile, openEvents, readAnswer, startTestApp, type TestApp } from '../../kit/index.ts';
import { makeApprover, signUp, type TestActor } from '../../kit/actors.ts';
import { newHash, purchase, verifyAs } from '../payments/payments.ts';

/** The duties of administrators; tests/api/endpoints/who-may has the rights of each duty. */

const app = await forFile(startTestApp({ background: false }));

const dutyTo = (by: TestActor, of: TestActor, duty: Duty | null) =>
  by.withCookie(`/api/admin/users/${of.id}/duty`, { method: 'PUT', json: { duty } });

async function withDuty(to: TestApp, duty: Duty): Promise<TestActor> {
  const admin = await makeApprover(to);
  await to.deps.db.update(users).set({ duty }).where(eq(users.id, admin.id));
  return admin;
}

test('an administrator says what another one may do, at once and on record', async () => {
  const [ada, bea] = [await makeApprover(app), await makeApprover(app)];
  const stream = await openEvents(app, { cookie: bea.cookie });
  expect(await (await dutyTo(ada, bea, 'finance')).json()).toMatchObject({ id: bea.id, duty: 'finance' });
  await stream.ended;
  expect((await bea.as('/api/admin/users')).status).toBe(403);
  expect((await bea.as('/api/admin/pending-payments')).status).toBe(200);
  expect(await (await bea.as('/api/auth/session')).json()).toMatchObject({ user: { duty: 'finance' } });
  const [last] = await readAnswer(ada.as('/api/admin/activity?limit=1'), listActivity);
  expect(last).toMatchObject({ action: 'account.duty_changed', subject: bea.email, detail: { duty: 'finance' } });
  expect((await dutyTo(ada, bea, null)).status).toBe(200);
  expect((await bea.as('/api/admin/users')).status).toBe(200);
  await dutyTo(ada, bea, 'reader');
});

test('nobody changes their own duty, and the last who may do everything keeps all rights', async () => {
  await using fresh = await startTestApp({ background: false });
  const [ada, bea] = [await makeApprover(fresh), await makeApprover(fresh)];
  expect(await codeOf(await dutyTo(ada, ada, 'reader'))).toBe('not_allowed_now');
  expect(await codeOf(await dutyTo(ada, await signUp(fresh), 'reader'))).toBe('not_allowed_now');
  // At once, each of the other: one of them is too late.
  const both = await Promise.all([dutyTo(ada, bea, 'reader'), dutyTo(bea, ada, 'support')]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const full = fresh.deps.db.$count(users, eq(users.role, 'admin'));
  expect(await full).toBe(2);
  const left = both[0].status === 200 ? ada : bea;
  const other = left === ada ? bea : ada;
  expect((await dutyTo(left, other, 'finance')).status).toBe(200);
  // A role of less does not count as the last one.
  expect(await codeOf(await dutyTo(other, left, 'reader'))).toBe('forbidden');
  expect((await left.withCookie(`/api/admin/users/${other.id}/suspend`, { method: 'PUT' })).status).toBe(200);
});

test('where two have to agree, a duty waits for the second, and what its owner asked for is dropped', async () => {
  await using two = await startTestApp({ background: false, env: { APPROVAL_ABOVE_GBP: '100' } });
  const [ada, bea, cleo] = [await makeApprover(two), await makeApprover(two), await makeApprover(two)];
  const person = await signUp(two);
  const gift = { amount: '900', reason: 'A gift' };
  await cleo.withCookie(`/api/admin/users/${person.id}/adjustments`, { json: gift });
  expect(await codeOf(await dutyTo(ada, cleo, 'reader'))).toBe('approval_needed');
  const asked = (await readAnswer(bea.as('/api/admin/requests'), listRequests)).find(
    ({ wanted }) => wanted.kind === 'duty',
  );
  expect((await bea.withCookie(`/api/admin/requests/${asked?.id}/agree`, { method: 'POST' })).status).toBe(200);
  expect(await readAnswer(cleo.as('/api/admin/requests'), listRequests)).toEqual([]);
  // Whoever gets all rights back is as new as somebody who was just made an administrator.
  await using young = await startTestApp({
    background: false,
    beside: two,
    env: { APPROVAL_ABOVE_GBP: '100', APPROVER_AGE_HOURS: '24' },
  });
  await two.deps.db.update(users).set({ createdAt: new Date(two.clock.now().getTime() - 48 * HOUR_MS) });
  await two.deps.db.update(users).set({ duty: null }).where(eq(users.id, cleo.id));
  await ada.withCookie(`/api/admin/users/${person.id}/adjustments`, { json: gift });
  const [waits] = await readAnswer(bea.as('/api/admin/requests'), listRequests);
  const path = `${young.url}/api/admin/requests/${waits?.id}/agree`;
  const early = await fetch(path, { method: 'POST', headers: { cookie: cleo.cookie, origin: young.url } });
  expect(await early.json()).toMatchObject({ code: 'not_allowed_now' });
});

test('only who may verify a payment counts as a second one for it', async () => {
  await using two = await startTestApp({ background: false, env: { APPROVAL_ABOVE_GBP: '100' } });
  const ada = await makeApprover(two);
  await withDuty(two, 'reader');
  const customer = await signUp(two);
  const first = async () => {
    const pending = await purchase(customer, { amount: '600' });
    return readAnswer(verifyAs(ada, pending.id, newHash()), verifyPayment);
  };
  expect((await first())?.approval).toMatchObject({ otherAdministrators: 0 });
  const fin = await withDuty(two, 'finance');
  const waiting = await first();
  expect(waiting?.approval).toMatchObject({ otherAdministrators: 1 });
  const hash = waiting?.approval?.transactionHash ?? '';
  const second = await verifyAs(fin, waiting?.transaction.id ?? '', hash);
  expect(await second.json()).toMatchObject({ transaction: { status: 'verified' } });
});

test('a stream and a search bring what the duty may see', async () => {
  const [support, carriers, finance] = [
    await withDuty(app, 'support'),
    await withDuty(app, 'carriers'),
    await withDuty(app, 'finance'),
  ];
  const streams = await Promise.all([support, carriers, finance].map(({ cookie }) => openEvents(app, { cookie })));
  const person = await signUp(app, { fullName: 'Wanda Wanted' });
  const hash = newHash();
  const pending = await purchase(person, { transactionHash: hash });
  for (const at of [0, 2])
    expect((await streams[at]?.next('payment-submitted'))?.data).toMatchObject({ id: pending.id });
  const admin = await makeApprover(app);
  await admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });
  expect((await streams[0]?.next('user-status'))?.data).toMatchObject({ userId: person.id });
  const heard = (at: number) => streams[at]?.all.map(({ event }) => event).filter((event) => event !== 'heartbeat');
  expect(heard(1)).toEqual([]);
  expect(heard(2)).not.toContain('user-status');
  // Resumed from the beginning, it is the same.
  const resumed = await openEvents(app, { cookie: finance.cookie, 'last-event-id': '1' });
  await resumed.next('payment-submitted');
  expect(resumed.all.map(({ event }) => event)).not.toContain('user-status');
  await Promise.all([...streams, resumed].map((stream) => stream.close()));
  const search = async (who: TestActor, q: string) =>
    (await readAnswer(who.as(`/api/admin/search?q=${encodeURIComponent(q)}`), searchEverything)).map(
      ({ kind }) => kind,
    );
  expect(await search(support, 'Wanda Wanted')).toEqual(['user']);
  expect(await search(finance, 'Wanda Wanted')).toEqual([]);
  expect(await search(finance, hash)).toEqual(['payment']);
  expect((await carriers.as('/api/admin/search?q=Wanda')).status).toBe(403);
});
