import { afterAll, beforeAll, expect, test } from 'bun:test';
import { user } from '../../../src/callers/contract.ts';
import { readUser } from '../../../src/callers/present-user.ts';
import { call, makeAdmin, makeReseller, signUp, suspend } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('what PostgreSQL writes is what the contract and the program say', async () => {
  const person = await makeReseller(
    app,
    await signUp(app, { fullName: 'Zoë "Ω" O\'Neil \\', company: 'A, B' }),
  );
  const shown: unknown = await (await person.as(`/api/users/${person.id}`)).json();
  expect(user.strict().parse(shown)).toEqual(await readUser(app.deps.db, person.id));
  expect(shown).toMatchObject({ resellerPackage: 'monthly', apiKey: `tl_live_…${person.key.slice(-4)}` });
});

test('a user is read by themselves and by administrators', async () => {
  const [person, other, admin] = [await signUp(app), await signUp(app), await makeAdmin(app)];
  const path = `/api/users/${person.id}`;
  expect((await person.withCookie(path)).status).toBe(200);
  expect((await admin.withCookie(path)).status).toBe(200);
  expect(await (await other.as(path)).json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await (await call(app, path)).json()).toMatchObject({ status: 401, code: 'not_signed_in' });
});

test('an unknown user: 404 for an administrator; 403 for a customer, who does not learn it', async () => {
  const [person, admin] = [await signUp(app), await makeAdmin(app)];
  const path = `/api/users/${Bun.randomUUIDv7()}`;
  expect(await (await admin.as(path)).json()).toMatchObject({ status: 404, code: 'not_found' });
  expect(await (await person.as(path)).json()).toMatchObject({ status: 403, code: 'forbidden' });
});

test('a suspended account does not even read itself', async () => {
  const person = await signUp(app);
  await suspend(app, person);
  for (const response of [
    await person.as(`/api/users/${person.id}`),
    await person.withCookie(`/api/users/${person.id}`),
  ]) {
    expect(await response.json()).toMatchObject({ status: 403, code: 'account_suspended' });
  }
});
