import { expect, test } from 'bun:test';
import { user } from '../../../src/callers/contract.ts';
import { readUser } from '../../../src/callers/present-user.ts';
import { makeReseller, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';

const app = await appForFile();

test('PostgreSQL writes what the contract and the program say', async () => {
  const person = await makeReseller(
    app,
    await signUp(app, { fullName: 'Zoë "Ω" O\'Neil \\', company: 'A, B' }),
  );
  const shown: unknown = await (await person.as(`/api/users/${person.id}`)).json();
  expect(user.strict().parse(shown)).toEqual(await readUser(app.deps.db, person.id));
  expect(shown).toMatchObject({ resellerPackage: 'monthly', apiKey: `tl_live_…${person.key.slice(-4)}` });
});
