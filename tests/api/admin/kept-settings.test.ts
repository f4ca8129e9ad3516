import { listKeptSettings } from '../../../src/admin/kept-settings/contract.ts';
import { listSettingChanges } from '../../../src/admin/settings/contract.ts';
import { readKept } from '../../../src/platform/settings/kept-settings.ts';
import type { KeptValues } from '../../../src/shared/kept-settings.ts';
import { readAnswer, actorOf, makeApprover, type TestActor } from '../../kit/index.ts';
import { appForFile, eventually, expectProblem, problemOf } from '../../kit/index.ts';
import { startServerProcess } from '../../kit/server-process.ts';
import { agreeTo, carefulOf, requestAbout } from './requests.ts';

const OURS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const NEXT = 'bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tg6axemvljvt2k76zs50tv4q';
const SECRET = 'smtp://topline:hunter2hunter2@mail.example:25';

const app = await appForFile({ background: false, env: { MAIL_SUPPORT: 'help@topline.example' } });
const careful = await carefulOf(app);
const ada = await makeApprover(app);
const bea = await makeApprover(app);

const set = (admin: TestActor, settings: KeptValues) =>
  admin.withCookie('/api/admin/kept-settings', { method: 'PUT', json: { settings } });
const stateOf = async (name: string) =>
  (await readAnswer(ada.as('/api/admin/kept-settings'), listKeptSettings)).find((each) => each.name === name);
const stored = async () => (await readKept(app.deps.db, app.deps.config)).values;

test('what an administrator sets is stored sealed, and what has a password in it is shown to nobody', async () => {
  expect(await stateOf('WALLET_BTC')).toMatchObject({ group: 'wallets', source: null, value: null, changed: null });
  expect((await set(ada, { WALLET_BTC: ` ${OURS} `, MAIL_SMTP_URL: SECRET, MAIL_FROM: 'a@b.example' })).status).toBe(
    204,
  );
  expect(await stateOf('WALLET_BTC')).toMatchObject({ source: 'panel', value: OURS, changed: { by: ada.email } });
  expect(await stateOf('MAIL_SMTP_URL')).toMatchObject({ source: 'panel', value: null });
  expect((await stored()).MAIL_SMTP_URL).toBe(SECRET);
  const [last] = await readAnswer(ada.as('/api/admin/settings/changes'), listSettingChanges);
  expect(last).toMatchObject({ name: 'kept_settings', about: 'MAIL_SMTP_URL, MAIL_FROM, WALLET_BTC', before: null });
  const [written] = await app.deps.sql`select detail from audit_log where action = ${'kept_settings.changed'}`;
  const became = { MAIL_SMTP_URL: 'set', MAIL_FROM: 'set', WALLET_BTC: 'set' } as const;
  expect(written?.detail).toEqual({ shown: { MAIL_FROM: 'a@b.example', WALLET_BTC: OURS }, became });
  expect(last?.kept?.became).toEqual(became);
  const rows = await app.deps.sql`select row_to_json(k)::text as row from kept_settings k
    union all select detail::text from audit_log`;
  expect(rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
  // An empty text takes it away.
  expect((await set(bea, { MAIL_SMTP_URL: '' })).status).toBe(204);
  expect(await stateOf('MAIL_SMTP_URL')).toMatchObject({ source: null, changed: { by: bea.email } });
  expect((await stored()).MAIL_SMTP_URL).toBeUndefined();
  const [gone] = await readAnswer(ada.as('/api/admin/settings/changes'), listSettingChanges);
  expect(gone?.kept?.became).toEqual({ MAIL_SMTP_URL: 'removed' });
});

test('the environment wins, and values that no process could begin with are refused', async () => {
  expect(await stateOf('MAIL_SUPPORT')).toMatchObject({ source: 'environment', value: 'help@topline.example' });
  await expectProblem(await set(ada, { MAIL_SUPPORT: 'x@y.example' }), 'not_allowed_now');
  const before = await stored();
  const wrong: KeptValues[] = [
    { WALLET_BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr' },
    { CHAIN_BTC_URL: 'ftp://chain.example' },
    { RATE_SOURCE: 'nobody' },
    // One of the settings that a carrier needs together.
    { TELNYX_API_KEY: 'key' },
    // Whoever could set it would be sent every message.
    { TELNYX_BASE_URL: 'https://thief.example' },
    { PORT: '1' },
    // A mail server needs a sender.
    { MAIL_SMTP_URL: SECRET, MAIL_FROM: '' },
  ];
  for (const settings of wrong) {
    const { code, errors } = await problemOf(await set(ada, settings));
    expect([code, errors?.map(({ path }) => path)]).toEqual([
      'validation_failed',
      expect.arrayContaining([`settings.${Object.keys(settings).at(-1)}`]),
    ]);
  }
  const coded = { WALLET_ETH: SECRET, CHAIN_BTC_URL: 'chain.example', CONFIRMATIONS_BTC: '0' };
  const { errors } = await problemOf(await set(ada, coded));
  expect(errors?.map(({ sentence }) => sentence.code).toSorted(), 'a screen writes them in its language').toEqual([
    ...['addressOfChain', 'wholeAddress', 'wholeBetween'],
  ]);
  expect(await stored()).toEqual(before);
});

test('where two have to agree, the first administrator sets nothing, and the second sees what holds no password', async () => {
  const [first, second] = [actorOf(careful, ada), actorOf(careful, bea)];
  await expectProblem(
    await set(first, { WALLET_SOL: '11111111111111111111111111111111', SCREENING_URL: 'https://s.example/hunter2' }),
    'approval_needed',
  );
  expect((await stored()).WALLET_SOL).toBeUndefined();
  const request = await requestAbout(second, 'WALLET_SOL, SCREENING_URL');
  expect(request.wanted).toMatchObject({ shown: { WALLET_SOL: '11111111111111111111111111111111' } });
  expect(JSON.stringify(request)).not.toContain('hunter2');
  await expectProblem(await agreeTo(first, request), 'not_allowed_now');
  expect((await agreeTo(second, request)).status).toBe(200);
  expect(await stored()).toMatchObject({
    WALLET_SOL: '11111111111111111111111111111111',
    SCREENING_URL: 'https://s.example/hunter2',
  });
});

test('a running server begins again with a change by itself', async () => {
  const server = await startServerProcess(app.databaseUrl, { SESSION_SECRET: app.deps.config.sessionSecret });
  const shows = async () => {
    const headers = { authorization: `Bearer ${ada.key}` };
    const answer = await server.fetch('/api/coins', { headers }).catch(() => null);
    return (await answer?.text())?.includes(NEXT) ?? false;
  };
  expect(await shows()).toBe(false);
  expect((await set(ada, { WALLET_BTC: NEXT })).status).toBe(204);
  await eventually('the new address is offered', 30_000, shows);
  await server.stop();
});
