import { people, settings } from '../../../db/schema/index.ts';
import { DEMONSTRATION_MINUTES, openDemonstration } from '../../../src/callers/contract.ts';
import { VIEW_HEADER } from '../../../src/shared/view-header.ts';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, call, funded, makeAdmin, readAnswer, signUp, suspend } from '../../kit/index.ts';
import { showToEverybody } from '../../kit/people.ts';
import { setAs } from '../admin/settings.ts';

const app = await appForFile();
const shown = await funded(app, '12.00');
const own = `/api/users/${shown.id}`;
const open = () => call(app, '/api/auth/demonstration', { method: 'POST' });
const shows = async () => (await readAnswer(open(), openDemonstration)) !== null;
const look = async (token: string, path = own) => (await call(app, path, {}, { [VIEW_HEADER]: token })).status;

test('whoever comes sees the demonstration account for an hour, and only while the operator shows it', async () => {
  expect(await shows()).toBe(false);
  await showToEverybody(app, shown);
  const opened = await open();
  expect(opened.headers.has('set-cookie')).toBe(false);
  const view = await readAnswer(Promise.resolve(opened), openDemonstration);
  const { token = '', user, person } = view ?? {};
  expect([user?.id, user?.apiKey.includes('…'), person?.role]).toEqual([shown.id, true, 'reader']);
  expect(await look(token)).toBe(200);
  for (const path of ['api-keys', 'sessions']) expect(await look(token, `${own}/${path}`)).toBe(403);
  expect(await look(token.replace(shown.id, (await signUp(app)).id))).toBe(401);
  await app.deps.db.update(settings).set({ value: null });
  expect(await look(token)).toBe(401);
  await showToEverybody(app, shown);
  app.clock.advance((DEMONSTRATION_MINUTES + 1) * MINUTE_MS);
  expect(await look(token)).toBe(401);
});

test('an account that may have something of a stranger in it is not shown', async () => {
  const admin = await makeAdmin(app);
  for (const value of ['ada@customer.com', 'example.com', 'a@example.com.evil.com', 'a@b@example.com']) {
    expect((await setAs(admin, 'demonstration_account', value)).status).toBe(422);
  }
  expect((await setAs(admin, 'demonstration_account', admin.email)).status).toBe(200);
  expect(await shows()).toBe(false);
  await showToEverybody(app, shown);
  const { id } = await signUp(app);
  const guest = { id, accountId: shown.id, email: 'guest@example.com', role: 'reader', createdAt: new Date() } as const;
  await app.deps.db.insert(people).values(guest);
  expect(await shows()).toBe(false);
  await app.deps.db.delete(people);
  expect(await shows()).toBe(true);
  await suspend(app, shown);
  expect(await shows()).toBe(false);
});
