import { expect, test } from 'bun:test';
import { user } from '../../../src/callers/contract.ts';
import { readUser } from '../../../src/callers/present-user.ts';
import { makeAdmin, makeReseller, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';

const app = await appForFile();

test('what PostgreSQL writes is what the contract and the program say', async () => {
  const person = await makeReseller(
    app,
    await signUp(app, { fullName: 'Zoë "Ω" O\'Neil \\', company: 'A, B' }),
  );
  const shown: unknown = await (await person.as(`/api/users/${person.id}`)).json();
  expect(user.strict().parse(shown)).toEqual(await readUser(app.deps.db, person.id));
  expect(shown).toMatchObject({ resellerPackage: 'monthly', apiKey: `tl_live_…${person.key.slice(-4)}` });
});

test('an unknown user: 404 for an administrator; 403 for a customer, who does not learn it', async () => {
  const [person, admin] = [await signUp(app), await makeAdmin(app)];
  const path = `/api/users/${Bun.randomUUIDv7()}`;
  expect(await (await admin.as(path)).json()).toMatchObject({ status: 404, code: 'not_found' });
  expect(await (await person.as(path)).json()).toMatchObject({ status: 403, code: 'forbidden' });
});
