import { ConfigError, readConfig } from '../../../src/config.ts';
import { resealAll } from '../../../src/platform/reseal.ts';
import { appForFile, call, enableTotp, nextCode, signIn, signUp, type TestActor } from '../../kit/index.ts';
import { startTestApp, type TestApp, deliverMails, mailTo, tokenIn } from '../../kit/index.ts';
import { requestLink, SAMPLES } from '../uploads/uploads.ts';

const OLD = 'the old secret of the settings is long';
const NEW = 'the new secret of the settings is long';
const app = await appForFile({ background: false, env: { SESSION_SECRET: OLD } });

/** Another process on the same database, with other secrets. */
const withSecrets = (secrets: string) =>
  startTestApp({ background: false, beside: app, env: { SESSION_SECRET: secrets } });

const reads = async (server: TestApp, { id, cookie }: TestActor): Promise<number> =>
  (await server.fetch(`/api/users/${id}`, { headers: { cookie } })).status;

test('a signature of the old secret is accepted while it stands in the list, and not afterwards', async () => {
  const person = await signUp(app);
  await call(app, '/api/auth/password-reset', { json: { email: person.email } });
  await deliverMails(app);
  const token = tokenIn(await mailTo(app, person.email, /^Choose a new password/));
  const upload = await requestLink(person);
  const both = await withSecrets(`${NEW}, ${OLD}`);
  const without = await withSecrets(NEW);
  try {
    expect([await reads(both, person), await reads(without, person)]).toEqual([200, 401]);
    const put = (server: TestApp) =>
      fetch(upload.uploadURL.replace(app.url, server.url), {
        method: 'PUT',
        body: new Uint8Array(SAMPLES['image/png']),
      });
    expect((await put(without)).status).toBe(403);
    expect((await put(both)).status).toBe(200);
    const json = { token, password: 'another horse' };
    expect((await call(without, '/api/auth/password-reset/confirm', { json })).status).toBe(422);
    expect((await call(both, '/api/auth/password-reset/confirm', { json })).status).toBe(204);
    // A session that begins now is signed with the new one.
    const cookie = await signIn(both, { ...person, password: 'another horse' });
    expect([await reads(without, { ...person, cookie }), await reads(app, { ...person, cookie })]).toEqual([200, 401]);
  } finally {
    await both.stop();
    await without.stop();
  }
});

test('an authenticator app works on, also once the old one is gone', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  const { email, password } = person;
  const enter = (server: TestApp) =>
    call(server, '/api/auth/login', { json: { email, password, code: nextCode(app.clock, secret) } });
  const both = await withSecrets(`${NEW},${OLD}`);
  const without = await withSecrets(NEW);
  try {
    expect((await enter(without)).status).toBe(401);
    expect((await enter(both)).status).toBe(200);
    await resealAll(both.deps);
    expect((await enter(without)).status).toBe(200);
  } finally {
    await both.stop();
    await without.stop();
  }
});

test('each secret of the list is long enough', () => {
  expect(() => readConfig({ SESSION_SECRET: `${NEW},short` })).toThrow(ConfigError);
  expect(readConfig({ SESSION_SECRET: `${NEW}, ${OLD}` })).toMatchObject({ sessionSecret: NEW, formerSecrets: [OLD] });
});
