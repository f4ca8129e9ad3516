import { newNumber, appForFile, problemOf, balanceOf, funded, makeAdmin } from '../../kit/index.ts';
import { setAs, settingOf } from '../admin/settings.ts';

const app = await appForFile({ soundBooks: true });
const admin = await makeAdmin(app);
const person = await funded(app, '10.00');
const post = (message: string, more: object = {}, by = person) =>
  by.as(`/api/users/${person.id}/sms`, { json: { senderId: 'Topline', recipients: [newNumber()], message, ...more } });
const set = (value: string | null) => setAs(admin, 'blocked_words', value);
const written = () =>
  app.deps.sql<{ actor_id: string }[]>`select actor_id from audit_log where action = 'message.blocked'`;

test('a message with a blocked word is refused in each spelling, and costs nothing', async () => {
  expect((await set('Free Bitcoin, bad.example')).status).toBe(200);
  expect(await settingOf(admin, 'blocked_words')).toMatchObject({ value: 'bad.example,free bitcoin' });
  const refused = ['FREE  bitcoin now', 'see https://bad.example/x', 'fr\u200bee ｂitcoin', 'at bad.example.'];
  for (const text of refused) {
    const { code, errors } = await problemOf(await post(text));
    expect([text, code, errors?.[0]?.path]).toEqual([text, 'validation_failed', 'message']);
  }
  for (const text of ['freebitcoins', 'not bad example', 'xbad.example1']) expect((await post(text)).status).toBe(201);
  expect(await balanceOf(person)).toBe('9.91');
  expect((await written()).map(({ actor_id: id }) => id)).toEqual([person.id]);
});

test('a stranger who sends one for somebody is refused, and nothing is written of it', async () => {
  const other = await funded(app, '1.00');
  const before = (await written()).length;
  expect((await post('free bitcoin', {}, other)).status).toBe(403);
  expect((await written()).length).toBe(before);
  expect((await set('ab')).status).toBe(422);
  expect((await set(null)).status).toBe(200);
  expect((await post('free bitcoin')).status).toBe(201);
});
