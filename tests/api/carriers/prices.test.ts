import { getFigures } from '../../../src/admin/figures/get-figures.ts';
import { telnyx } from '../../../src/carriers/adapters/telnyx/telnyx.ts';
import { vonage } from '../../../src/carriers/adapters/vonage/vonage.ts';
import { twilio } from '../../../src/carriers/adapters/twilio/twilio.ts';
import { readCurrencyRates } from '../../../src/carriers/prices/currency-rates.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { askMessagePrices } from '../../../src/services/messaging/delivery/ask-message-prices.ts';
import { askCallPrices } from '../../../src/services/voice/running/ask-call-prices.ts';
import { endCall } from '../../../src/services/voice/running/end-call.ts';
import { lockCall } from '../../../src/services/voice/read-call.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, eventually, funded, newNumber, send, startTestApp } from '../../kit/index.ts';
import { carriersAt } from '../../carriers/accounts.ts';
import { recount, together } from '../figures/recount.ts';
import { order } from '../voice/calls.ts';

let answer: () => Response;
let asked: string[];
/** From before the first message to after the furthest time that a test moves to. */
const counterpart = Bun.serve({
  port: 0,
  fetch: (request) => {
    asked.push(new URL(request.url).pathname);
    return answer();
  },
});

const url = `http://127.0.0.1:${counterpart.port}`;
const env = { ...carriersAt(url), SANDBOX_CARRIERS: 'off', CURRENCY_RATES: 'USD=0.80, EUR=0.85' };
const app = await appForFile({
  background: false,
  adapters: [twilio, telnyx],
  env: { ...env, CURRENCY_RATES_URL: `${url}/rates.xml` },
});
const person = await funded(app, '50.00');
const dayAfter = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const period = { from: dayAfter(-1), to: dayAfter(75) };
afterAll(() => counterpart.stop(true));
beforeEach(async () => {
  asked = [];
  await app.deps.sql`delete from carrier_prices`;
});

const json = (body: unknown) => () => Response.json(body);
const twilioSays = (price: unknown, price_unit: unknown = 'USD') =>
  json({ sid: 'SM1', status: 'delivered', price, price_unit });
const telnyxSays = (amount: unknown, currency: unknown = 'USD') =>
  json({ data: { id: 'SM1', cost: { amount, currency } } });

/** A message that a carrier took without a word of its price. */
async function sent(provider = 'twilio'): Promise<string> {
  const { id } = await send(person, [newNumber()]);
  const [row] = await app.deps.sql<{ id: string }[]>`select id from sms_recipients where message_id = ${id}`;
  const change = { id: row?.id ?? '', messageId: id, to: 'sent', from: ['queued'] } as const;
  await transact(app.deps, (tx) => applyChanges(tx, [{ ...change, provider, carrierMessageId: `SM ${id}` }]));
  return id;
}

async function costOf(messageId: string): Promise<string | null> {
  const [row] = await app.deps.sql<{ of_message: string | null; of_recipient: string | null }[]>`
    select m.carrier_cost as of_message, r.carrier_cost as of_recipient
    from sms_messages m join sms_recipients r on r.message_id = m.id where m.id = ${messageId}`;
  expect(row?.of_message ?? null).toBe(row?.of_recipient ?? null);
  return row?.of_recipient ?? null;
}

const questionOf = async (messageId: string) => {
  const [row] = await app.deps.sql<
    { due: boolean; asked: number; price: string | null; currency: string | null; rate: string | null }[]
  >`select due_at is not null as due, asked, price, currency, rate from carrier_prices where message_id = ${messageId}`;
  return row;
};

async function expectExact(): Promise<void> {
  const { total } = await getFigures(app.deps, { split: 'carrier', ...period });
  expect(total).toEqual(together(await recount(app)));
}

test('a price that comes late is asked for until it is there, and becomes pounds by the rate of its currency', async () => {
  const id = await sent();
  answer = twilioSays(null);
  await askMessagePrices(app.deps);
  expect(asked).toEqual([]);
  app.clock.advance(MINUTE_MS);
  await Promise.all([askMessagePrices(app.deps), askMessagePrices(app.deps)]);
  expect(asked.length).toBe(1);
  expect(await costOf(id)).toBeNull();
  answer = twilioSays('-0.00751');
  app.clock.advance(4 * MINUTE_MS);
  await askMessagePrices(app.deps);
  expect(asked.length).toBe(1);
  app.clock.advance(MINUTE_MS);
  await askMessagePrices(app.deps);
  expect(asked.at(-1)).toMatch(/\/Accounts\/AC\w+\/Messages\/SM%20.+\.json$/);
  expect(await costOf(id)).toBe('0.0061');
  expect(await questionOf(id)).toEqual({ due: false, asked: 2, price: '0.00751', currency: 'USD', rate: '0.80' });
  await expectExact();
  app.clock.advance(100_000 * MINUTE_MS);
  await askMessagePrices(app.deps);
  expect(asked.length).toBe(2);
});

test('another carrier says it in its own form, and of a carrier that says it at once nothing is asked', async () => {
  const [id, other] = [await sent('telnyx'), await sent('smpp')];
  answer = telnyxSays('0.0100');
  app.clock.advance(MINUTE_MS);
  await askMessagePrices(app.deps);
  expect(asked).toEqual([expect.stringMatching(/^\/v2\/messages\/SM%20/)]);
  expect([await costOf(id), await costOf(other)]).toEqual(['0.0080', null]);
  expect(await questionOf(other)).toBeUndefined();
  await expectExact();
});

describe('a carrier that says the price of a message at once, in its own currency:', () => {
  const said = (prices: string[]) =>
    prices.map((price) => ({ to: '1', 'message-id': 'A1', status: '0', 'message-price': price }));
  /** Taken by a carrier that says this price. */
  async function sentAt(amount: string, currency: string): Promise<{ id: string; messageId: string }> {
    const { id: messageId } = await send(person, [newNumber()]);
    const [row] = await app.deps.sql<{ id: string }[]>`select id from sms_recipients where message_id = ${messageId}`;
    const change = { id: row?.id ?? '', messageId, to: 'sent', from: ['queued'] } as const;
    const carrierPrice = { amount, currency };
    await transact(app.deps, (tx) =>
      applyChanges(tx, [{ ...change, provider: 'vonage', carrierMessageId: 'A1', carrierPrice }]),
    );
    return { id: row?.id ?? '', messageId };
  }

  test('it becomes pounds by the rate of the currency of the account, without a question', async () => {
    const env = { ...carriersAt(`http://127.0.0.1:${counterpart.port}`), SANDBOX_CARRIERS: 'off' };
    answer = json({ value: 1, 'message-count': '2', messages: said(['0.0100', '0.0151']) });
    await using other = await startTestApp({
      adapters: [vonage],
      env: { ...env, CURRENCY_RATES: 'USD=0.80', VONAGE_CURRENCY: 'USD' },
    });
    const { id } = await send(await funded(other, '1.00'), [newNumber()], 'x'.repeat(200));
    const [cost] = await eventually('it is known what it cost', async () => {
      await askMessagePrices(other.deps);
      const rows = await other.deps.sql<{ carrier_cost: string }[]>`
        select carrier_cost from sms_recipients where message_id = ${id} and carrier_cost is not null`;
      return rows.length > 0 && rows;
    });
    // 0.0251 dollars at 0.80, rounded up.
    expect(cost).toEqual({ carrier_cost: '0.0201' });
    const asking = await other.deps.sql`select price, currency, rate, due_at from carrier_prices`;
    expect([...asking]).toEqual([{ price: '0.0251', currency: 'USD', rate: '0.80', due_at: null }]);
    expect(asked.filter((path) => !/get-balance$|sms\/json$/.test(path))).toEqual([]);
  });

  test('it waits for a rate that is not known yet', async () => {
    const { messageId } = await sentAt('0.02', 'SEK');
    await askMessagePrices(app.deps);
    expect(await costOf(messageId)).toBeNull();
    await app.deps.sql`insert into currency_rates (currency, pounds, read_at)
      values ('SEK', '0.08', ${app.clock.now().toISOString()})`;
    app.clock.advance(5 * MINUTE_MS);
    await askMessagePrices(app.deps);
    expect(await costOf(messageId)).toBe('0.0016');
    expect(asked).toEqual([]);
    await expectExact();
  });

  test('it does not count for a message that the carrier took back and that was refunded', async () => {
    const { id, messageId } = await sentAt('0.02', 'USD');
    await transact(app.deps, (tx) =>
      applyChanges(tx, [{ id, messageId, to: 'failed', from: ['sent'], error: 'no', refund: true }]),
    );
    await askMessagePrices(app.deps);
    expect(await costOf(messageId)).toBeNull();
    expect((await questionOf(messageId))?.due).toBe(false);
    await expectExact();
  });
});

describe('an impossible price is kept out, and the total stays right:', () => {
  test.each([
    ['a word', twilioSays('free')],
    ['a number', twilioSays(0.5)],
    ['not a number', twilioSays('NaN')],
    ['twice negative', twilioSays('--1')],
    ['gigantic', twilioSays('9'.repeat(300))],
    ['more than anything costs', twilioSays('-1000000')],
    ['an exponent', twilioSays('-1e2')],
    ['an unknown currency', twilioSays('-0.01', 'XTS')],
    ['a currency that is none', twilioSays('-0.01', "USD'; --")],
    ['no currency', twilioSays('-0.01', null)],
    ['another form', json([1, 2])],
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a fault', () => new Response('no', { status: 500 })],
    ['gone', () => new Response('{}', { status: 404 })],
  ])('%s', async (_what, said) => {
    const id = await sent();
    answer = said;
    app.clock.advance(MINUTE_MS);
    await askMessagePrices(app.deps);
    expect(asked.length).toBe(1);
    expect(await costOf(id)).toBeNull();
    expect((await questionOf(id))?.due).toBe(true);
    await expectExact();
  });

  test('a negative cost where prices are positive', async () => {
    const id = await sent('telnyx');
    answer = telnyxSays('-0.0100');
    app.clock.advance(MINUTE_MS);
    await askMessagePrices(app.deps);
    expect(await costOf(id)).toBeNull();
  });

  test('a carrier that never says it is asked eight times, with growing pauses', async () => {
    const id = await sent();
    answer = twilioSays(null);
    const pauses: number[] = [];
    let minutes = 0;
    while ((await questionOf(id))?.due) {
      const before = asked.length;
      const step = minutes < 120 ? 1 : 60;
      app.clock.advance(step * MINUTE_MS);
      minutes += step;
      await askMessagePrices(app.deps);
      if (asked.length > before) pauses.push(minutes);
    }
    expect(pauses.length).toBe(8);
    expect(pauses.slice(0, 4)).toEqual([1, 6, 21, 81]);
    for (const [at, minute] of pauses.entries()) {
      const before = pauses[at - 1] ?? 0;
      expect(minute - before).toBeGreaterThan(at > 1 ? before - (pauses[at - 2] ?? 0) - 60 : 0);
    }
  });
});

test('the price of a call, after the rates of the day were read', async () => {
  answer = () => new Response("<Cube currency='USD' rate='1.25'/><Cube currency='GBP' rate='0.75'/>");
  await readCurrencyRates(app.deps);
  const call = await order(person, { destination: newNumber() });
  await app.deps.sql`update voice_calls set provider = 'twilio', provider_call_id = 'CA1' where id = ${call.id}`;
  await transact(app.deps, async (tx) => {
    const row = await lockCall(tx.db, call.id);
    if (row) await endCall(tx, row, { end: 'completed', duration: 61, error: null });
  });
  answer = json({ sid: 'CA1', status: 'completed', duration: '61', price: '-0.0200', price_unit: 'USD' });
  app.clock.advance(MINUTE_MS);
  asked = [];
  await askCallPrices(app.deps);
  expect(asked).toEqual([expect.stringMatching(/\/Calls\/CA1\.json$/)]);
  const [row] = await app.deps.sql<
    { carrier_cost: string }[]
  >`select carrier_cost from voice_calls where id = ${call.id}`;
  // 0.75 of a pound for 1.25 dollars.
  expect(row?.carrier_cost).toBe('0.0120');
  await expectExact();
  // A source that says nothing takes no rate away.
  answer = () => new Response('busy', { status: 503 });
  await readCurrencyRates(app.deps);
  const kept = await app.deps.sql`select pounds from currency_rates where currency = 'USD'`;
  expect([...kept]).toEqual([{ pounds: '0.60000000' }]);
});
