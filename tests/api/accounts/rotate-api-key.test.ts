import { z } from 'zod';
import { appForFile, call, readAs, signUp, type TestActor } from '../../kit/index.ts';

const app = await appForFile();

const rotate = (person: TestActor, id = person.id) => person.withCookie(`/api/users/${id}/api-key`, { method: 'POST' });
const withKey = (key: string) => call(app, '/api/auth/session', {}, { authorization: `Bearer ${key}` });

test('the new key works and is shown whole this once; the old one is dead at once', async () => {
  const person = await signUp(app);
  const { apiKey } = await readAs(rotate(person), z.object({ apiKey: z.string() }));
  expect(apiKey).toMatch(/^tl_live_[\w-]{43}$/);
  expect((await withKey(person.key)).status).toBe(401);
  const session = await readAs(withKey(apiKey), z.looseObject({ user: z.looseObject({ apiKey: z.string() }) }));
  expect(session.user.apiKey).toBe(`tl_live_…${apiKey.slice(-4)}`);
});

test('many rotations at once leave one key', async () => {
  const person = await signUp(app);
  const answers = await Promise.all(Array.from({ length: 6 }, () => rotate(person)));
  expect(answers.map((each) => each.status)).toEqual(Array<number>(6).fill(201));
  const keys = await Promise.all(answers.map((each) => readAs(each, z.looseObject({ apiKey: z.string() }))));
  const statuses = await Promise.all(keys.map(async ({ apiKey }) => (await withKey(apiKey)).status));
  expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401]);
});
