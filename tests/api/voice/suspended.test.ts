import { afterAll, expect, test } from 'bun:test';
import { expectSoundBooks, inTurn, makeAdmin, type TestActor, type TestApp } from '../../kit/index.ts';
import { codeOf } from '../../kit/problems.ts';
import { ENDING, newDestination, order, orderCall, pass, passToAnswer, readCall, startWithCaller } from './calls.ts';

let app: TestApp;
let person: TestActor;
({ app, person } = await startWithCaller('20.00'));
const admin = await makeAdmin(app);
afterAll(() => app.stop());

test('a suspended account’s calls are hung up and settled by what they lasted; none waits', async () => {
  const running = await order(person, { destination: newDestination(ENDING.endless) });
  await passToAnswer(app);
  await pass(app, 70);
  const waiting = await order(person);
  const suspended = await admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });
  expect(suspended.status).toBe(200);
  await pass(app, 1);
  const asAdmin = { ...admin, id: person.id };
  expect(await readCall(asAdmin, waiting.id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect(await readCall(asAdmin, running.id)).toMatchObject({
    status: 'completed',
    billedMinutes: 2,
    actualCost: '0.2000',
  });
  const [account] = await app.deps.sql`select credits::text from users where id = ${person.id}`;
  expect(account?.credits).toBe('19.80');
  await expectSoundBooks(app);
});

test('a call that waits for the account while it is suspended is refused, also an administrator’s', async () => {
  const { app: other, person: caller } = await startWithCaller('20.00');
  const chief = await makeAdmin(other);
  const [suspension, late] = await inTurn(other, (tx) => tx`select id from users where id = ${caller.id} for update`, [
    () => chief.withCookie(`/api/admin/users/${caller.id}/suspend`, { method: 'PUT' }),
    () => orderCall(caller),
  ]);
  expect([suspension?.status, late?.status]).toEqual([200, 403]);
  const byAdmin = await orderCall({ ...chief, id: caller.id, as: chief.as });
  expect([byAdmin.status, await codeOf(byAdmin)]).toEqual([403, 'account_suspended']);
  expect(await other.deps.sql`select id from voice_calls`).toHaveLength(0);
  await expectSoundBooks(other);
  await other.stop();
});
