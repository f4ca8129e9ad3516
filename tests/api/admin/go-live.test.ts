import { expect, test } from 'bun:test';
import { checkReadiness } from '../../../src/admin/go-live/contract.ts';
import { makeAdmin, makeApprover, readAnswer, startTestApp, type TestApp } from '../../kit/index.ts';

/** The page before real business: each thing, its state, and the settings that change it. */

const BTC_WALLET = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

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

test('a setting that is set is ready; a chain with one endpoint and a shared address are pointed out', async () => {
  const app = await startTestApp({
    background: false,
    env: {
      PUBLIC_URL: 'https://topline.example',
      MAIL_SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'mail@topline.example',
      MAIL_SUPPORT: 'help@topline.example',
      APPROVAL_ABOVE_GBP: '500',
      WALLET_BTC: BTC_WALLET,
      CHAIN_BTC_URL: 'http://127.0.0.1:9',
      SIP_PROXY_TOKEN: 'a'.repeat(40),
    },
  });
  await makeApprover(app);
  await makeApprover(app);
  const readiness = await readinessOf(app);
  for (const id of ['address', 'mail', 'support', 'administrators', 'approvals', 'edge'])
    expect(readiness[id]).toMatchObject({ state: 'ready', settings: [] });
  expect(readiness.sharedAddresses).toMatchObject({
    state: 'attention',
    settings: ['XPUB_BTC', 'XPUB_ETH'],
  });
  expect(readiness.chains?.settings).toContain('CHAIN_BTC_URL');
});
