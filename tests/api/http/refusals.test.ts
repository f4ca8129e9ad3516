import pino from 'pino';
import { appForFile, makeAdmin, signUp, startTestApp, suspend } from '../../kit/index.ts';

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
const app = await appForFile({ background: false, env: { TRUSTED_PROXIES: '1' }, log });
beforeEach(() => {
  lines.length = 0;
});

const refusals = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
const from = (address: string) => ({ 'x-forwarded-for': address });

test('each kind of refusal is logged with address and account, and nothing of the credential', async () => {
  const person = await signUp(app);
  const other = await signUp(app);
  const gone = await signUp(app);
  await suspend(app, gone);
  const json = { email: person.email, password: 'a wrong guess' };
  await person.as(`/api/users/${other.id}`, { headers: from('198.51.100.1') });
  await gone.as(`/api/users/${gone.id}`, { headers: from('198.51.100.2') });
  await app.fetch('/api/auth/session', { headers: { ...from('198.51.100.3'), authorization: 'Bearer tl_live_guess' } });
  await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { ...from('198.51.100.4'), 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  await app.fetch('/api/callbacks/sandbox', { method: 'POST', body: '{}', headers: from('198.51.100.5') });
  expect(refusals()).toEqual([
    expect.objectContaining({
      reason: 'forbidden',
      address: '198.51.100.1',
      account: person.id,
      route: '/api/users/:id',
    }),
    expect.objectContaining({ reason: 'account_suspended', address: '198.51.100.2', account: gone.id }),
    expect.objectContaining({ reason: 'not_signed_in', address: '198.51.100.3', account: null }),
    expect.objectContaining({ reason: 'invalid_credentials', address: '198.51.100.4', account: person.id }),
    expect.objectContaining({ reason: 'bad_signature', address: '198.51.100.5', account: null }),
  ]);
  for (const secret of ['a wrong guess', person.key, 'tl_live_guess']) {
    expect(lines.join('')).not.toContain(secret);
  }
});

test('whoever is stopped by a limit is logged as well', async () => {
  const env = { TRUSTED_PROXIES: '1', RATE_LIMITS: 'on' };
  const limited = await startTestApp({ background: false, databaseUrl: app.databaseUrl, env, log });
  try {
    const ask = () =>
      limited.fetch('/api/auth/password-reset', {
        method: 'POST',
        headers: { ...from('198.51.100.6'), 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com' }),
      });
    for (let asked = 0; asked < 6; asked++) await ask();
  } finally {
    await limited.stop();
  }
  expect(refusals()).toEqual([expect.objectContaining({ reason: 'rate_limited', address: '198.51.100.6' })]);
});

test('one of refusals that are alike is logged in ten seconds, and says how many there were', async () => {
  const headers = from('203.0.113.20');
  const guess = () => app.fetch('/api/auth/session', { headers });
  await Promise.all(Array.from({ length: 20 }, guess));
  expect(refusals().map(({ unlogged }) => unlogged)).toEqual([0]);
  app.clock.advance(10_000);
  await guess();
  expect(refusals().map(({ unlogged }) => unlogged)).toEqual([0, 19]);
});

test('a spike sets a metric, and a steady rate does not', async () => {
  const admin = await makeAdmin(app);
  // The refusals of the other tests are long past.
  app.clock.advance(2 * 3_600_000);
  const metric = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return /^refused_requests_spike\{reason="forbidden"\} (\d)$/m.exec(text)?.[1];
  };
  const person = await signUp(app);
  const knock = () => person.as(`/api/users/${admin.id}`);
  await Promise.all(Array.from({ length: 59 }, knock));
  expect(await metric()).toBe('0');
  await knock();
  expect(await metric()).toBe('1');
  for (let minute = 0; minute < 10; minute++) {
    app.clock.advance(60_000);
    await Promise.all(Array.from({ length: 60 }, knock));
  }
  expect(await metric()).toBe('0');
});
