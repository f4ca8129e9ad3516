import { join } from 'node:path';
import { $ } from 'bun';
import { checkReadiness, tryReadiness } from '../../../src/admin/go-live/contract.ts';
import { MailServer } from '../../kit/mail-server.ts';
import { makeAdmin, makeApprover, readAnswer, startTestApp, type TestApp } from '../../kit/index.ts';

/** The page before real business: each thing, its state, and the settings that change it. */

const BTC_WALLET = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
/** The settings without which there is no real business. */
const REAL = {
  PUBLIC_URL: 'https://topline.example',
  MAIL_SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'mail@topline.example',
  APPROVAL_ABOVE_GBP: '500',
  WALLET_BTC: BTC_WALLET,
  CHAIN_BTC_URL: 'http://127.0.0.1:9',
  TELNYX_API_KEY: 'key',
  TELNYX_PUBLIC_KEY: Buffer.alloc(32, 1).toString('base64'),
  TELNYX_MESSAGING_PROFILE_ID: '40000000-0000-4000-8000-000000000001',
};

async function readinessOf(app: TestApp) {
  const admin = await makeAdmin(app);
  const items = await readAnswer(admin.as('/api/admin/go-live'), checkReadiness);
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

test('a new installation is told what is missing, and by which setting it comes', async () => {
  const app = await startTestApp({ background: false });
  expect(await readinessOf(app)).toMatchObject({
    address: { state: 'missing', settings: ['PUBLIC_URL'] },
    mail: { state: 'missing', settings: ['MAIL_SMTP_URL', 'MAIL_FROM'] },
    support: { state: 'attention' },
    administrators: { state: 'missing' },
    approvals: { state: 'attention', settings: ['APPROVAL_ABOVE_GBP'] },
    rates: { state: 'attention', settings: ['RATE_SOURCE'] },
    carriers: { state: 'missing', names: ['sandbox', 'sandbox-backup'] },
    books: { state: 'ready', settings: [] },
  });
});

test('bun run doctor prints the list, and ends with 1 until nothing essential is missing', async () => {
  const app = await startTestApp({ background: false });
  const doctor = (env: Record<string, string>) =>
    $`bun run --silent doctor`
      .cwd(join(import.meta.dir, '../../..'))
      .env({ ...Bun.env, DATABASE_URL: app.databaseUrl, SESSION_SECRET: 'x'.repeat(32), ...env })
      .nothrow()
      .quiet();
  const fresh = await doctor({ SANDBOX_CARRIERS: 'on' });
  expect(fresh.stdout.toString()).toContain('Missing     Carriers: sandbox, sandbox-backup');
  expect(fresh.stdout.toString()).toContain('Settings: MAIL_SMTP_URL, MAIL_FROM');
  expect(fresh.exitCode).toBe(1);
  await Promise.all([makeApprover(app), makeApprover(app)]);
  const complete = await doctor(REAL);
  expect(complete.stdout.toString()).toContain('Ready       Carriers');
  expect(complete.exitCode).toBe(0);
  expect((await doctor({ ...REAL, MAIL_SMTP_URL: '' })).exitCode).toBe(1);
  expect((await doctor({ ...REAL, WALET_BTC: 'x' })).exitCode).toBe(2);
});

test('a setting that is set is ready; a chain with one endpoint and a shared address are pointed out', async () => {
  const server = await MailServer.start();
  const app = await startTestApp({
    background: false,
    env: { ...REAL, MAIL_SMTP_URL: server.url, MAIL_SUPPORT: 'help@topline.example', SIP_PROXY_TOKEN: 'a'.repeat(40) },
  });
  const [admin] = await Promise.all([makeApprover(app), makeApprover(app)]);
  const readiness = await readinessOf(app);
  for (const id of ['address', 'support', 'administrators', 'approvals', 'edge'])
    expect(readiness[id]).toMatchObject({ state: 'ready', settings: [] });
  expect(readiness.sharedAddresses).toMatchObject({ state: 'attention', settings: ['XPUB_BTC', 'XPUB_ETH'] });
  expect(readiness.chains?.settings).toContain('CHAIN_BTC_URL');
  expect(readiness.mail?.state, 'nobody has tried it').toBe('attention');
  for (const state of ['ready', 'missing'] as const) {
    await admin.as('/api/admin/go-live/mail/try', { method: 'POST' });
    expect((await readinessOf(app)).mail?.state).toBe(state);
    await server.stop();
  }
});

/** An Esplora server's answer about an address: 12,000 satoshis. */
const STATS = { chain_stats: { funded_txo_sum: 20_000, spent_txo_sum: 8000, spent_txo_count: 1 } };

test('each thing that is outside can be tried: mail, wallets at each endpoint, and carriers', async () => {
  const node = Bun.serve({
    port: 0,
    fetch: (request) =>
      new URL(request.url).pathname.endsWith('/tip/height') ? new Response('900000') : Response.json(STATS),
  });
  const app = await startTestApp({
    background: false,
    env: { WALLET_BTC: BTC_WALLET, CHAIN_BTC_URL: `http://127.0.0.1:${node.port},http://127.0.0.1:9` },
  });
  const admin = await makeAdmin(app);
  const attempt = async (item: string) =>
    readAnswer(admin.as(`/api/admin/go-live/${item}/try`, { method: 'POST' }), tryReadiness);
  expect(await attempt('mail')).toEqual([{ name: admin.email, works: true, said: 'DATA_DIR/mail' }]);
  const bitcoin = (await attempt('wallets')).filter(({ name }) => name.startsWith('BTC'));
  expect(bitcoin.map(({ works }) => works)).toEqual([true, false]);
  expect(bitcoin[0]?.said).toStartWith('0.00012');
  expect((await attempt('carriers')).map(({ name, works }) => [name, works])).toEqual([
    ['sandbox', true],
    ['sandbox-backup', true],
  ]);
  expect(await attempt('rates')).toEqual([]);
  expect((await admin.as('/api/admin/go-live/books/try', { method: 'POST' })).status).toBe(422);
  await app.stop();
  await node.stop(true);
});
