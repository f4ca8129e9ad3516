import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAdmin, type TestActor } from '../../kit/actors.ts';
import type { TestApp } from '../../kit/app.ts';
import { expectSoundBooks } from '../../kit/books.ts';
import { ENDING, newDestination, order, pass, passToAnswer, readCall, startWithCaller } from './calls.ts';

let app: TestApp;
let person: TestActor;
let admin: TestActor;
beforeAll(async () => {
  ({ app, person } = await startWithCaller('20.00'));
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

test('a suspended account’s calls are hung up and settled by what they lasted; none waits', async () => {
  const running = await order(person, { destination: newDestination(ENDING.endless) });
  await passToAnswer(app);
  await pass(app, 70);
  const waiting = await order(person);
  const suspended = await admin.as(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });
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
