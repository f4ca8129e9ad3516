import { telnyx } from '../../../src/carriers/adapters/telnyx/telnyx.ts';
import { twilio } from '../../../src/carriers/adapters/twilio/twilio.ts';
import { vonage } from '../../../src/carriers/adapters/vonage/vonage.ts';
import { carrierHealthHistory } from '../../../src/carriers/contract.ts';
import { askBalances } from '../../../src/carriers/prices/ask-balances.ts';
import { appForFile, deliverMails, mailTo, makeAdmin, signUp, type TestActor } from '../../kit/index.ts';
import { carriersAt } from '../../carriers/accounts.ts';

/** Each carrier's answer from now on, by the path that it is asked at. */
const says: Record<string, () => Response> = {};
const counterpart = Bun.serve({
  port: 0,
  fetch: (request) => says[new URL(request.url).pathname]?.() ?? new Response('no', { status: 500 }),
});
const json = (body: unknown) => () => Response.json(body);
const twilioSays = (balance: unknown, currency: unknown = 'USD') => {
  says['/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Balance.json'] = json({ balance, currency });
};

const app = await appForFile({
  background: false,
  adapters: [twilio, telnyx, vonage],
  env: {
    ...carriersAt(`http://127.0.0.1:${counterpart.port}`),
    SANDBOX_CARRIERS: 'off',
    CARRIER_LOW_BALANCES: 'twilio=50, vonage=10.50',
    METRICS_TOKEN: 'the-token-of-metrics',
    PUBLIC_URL: 'https://topline.example',
  },
});
const admin = await makeAdmin(app);
afterAll(() => counterpart.stop(true));

async function balances(who: TestActor) {
  const response = await who.as('/api/telecom/providers/health');
  const rows = carrierHealthHistory.array().parse(await response.json());
  return Object.fromEntries(rows.map(({ provider, balance }) => [provider, balance]));
}

async function told(): Promise<string[]> {
  const rows = await app.deps.sql<{ carrier: string }[]>`
    select data ->> 'carrier' as carrier from mails where kind = 'carrier_credit_low' and user_id = ${admin.id}
    order by id`;
  return rows.map(({ carrier }) => carrier);
}

test('each carrier says our credit there in its own form, and administrators alone read it', async () => {
  twilioSays('120.25');
  says['/v2/balance'] = json({ data: { balance: '-3.10', currency: 'USD', credit_limit: '100.00' } });
  says['/account/get-balance'] = json({ value: 10.49, autoReload: false });
  await askBalances(app.deps);
  const saidAt = app.clock.now().toISOString();
  expect(await balances(admin)).toEqual({
    twilio: { amount: '120.25', currency: 'USD', isLow: false, saidAt },
    telnyx: { amount: '-3.10', currency: 'USD', isLow: false, saidAt },
    vonage: { amount: '10.49', currency: 'EUR', isLow: true, saidAt },
  });
  expect(await balances(await signUp(app))).toEqual({ twilio: null, telnyx: null, vonage: null });
  expect(await told()).toEqual(['vonage']);
  await deliverMails(app);
  expect((await mailTo(app, admin.email, /credit at Vonage/)).text).toContain('10.49 EUR');
  const metrics = await app.fetch('/metrics', { headers: { authorization: 'Bearer the-token-of-metrics' } });
  expect(await metrics.text()).toContain('carrier_balance{carrier="twilio",currency="USD"} 120.25');
});

test('a balance that falls below its level is told once for each fall', async () => {
  for (const amount of ['49.99', '40', '50', '45.5', '44']) {
    twilioSays(amount);
    await askBalances(app.deps);
  }
  expect((await told()).filter((carrier) => carrier === 'twilio').length).toBe(2);
});

describe('an impossible balance leaves the last one:', () => {
  test.each([
    ['a word', 'plenty', 'USD'],
    ['a number', 12, 'USD'],
    ['not a number', 'NaN', 'USD'],
    ['gigantic', '9'.repeat(50), 'USD'],
    ['an exponent', '1e9', 'USD'],
    ['no currency', '12', null],
    ['a currency that is none', '12', '<b>'],
  ])('%s', async (_what, amount, currency) => {
    twilioSays('77.00');
    await askBalances(app.deps);
    twilioSays(amount, currency);
    await askBalances(app.deps);
    expect((await balances(admin)).twilio).toMatchObject({ amount: '77.00', currency: 'USD', isLow: false });
  });
});
