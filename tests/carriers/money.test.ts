import { ACCOUNT } from './accounts.ts';
import type { Json } from './description-file.ts';
import { africasTalking, recipient, sentByAfricasTalking } from './dialect-africas-talking.ts';
import { plivo } from './dialect-plivo.ts';
import { telnyx, twilio, vonage } from './dialects.ts';
import { answeredWith, carrier, ok, simulator, smsBy, withSimulator } from './with-simulator.ts';

/**
 * The carriers' answers about our credit and the cost of a message, and the time for which they may try to deliver one.
 */

/** The field of a send that says for how long, for each validity in minutes. */
async function sentWith(read: (body: string) => string | null, validities: (number | null)[]) {
  const said = [];
  for (const validityMinutes of validities) {
    await carrier.sendSms(smsBy({ validityMinutes }));
    said.push(read(simulator.taken.at(-1)?.request.body ?? ''));
  }
  return said;
}

const formField = (name: string) => (body: string) => new URLSearchParams(body).get(name);

describe('twilio', () => {
  withSimulator(twilio);
  const sid = `SM${'0'.repeat(31)}1`;

  test('says our credit, and a price below zero once it knows it', async () => {
    simulator.script(
      'GET',
      /Balance\.json$/,
      ok({ account_sid: ACCOUNT.twilio.sid, balance: '12.34', currency: 'USD' }),
    );
    expect(await carrier.balance?.()).toEqual({ amount: '12.34', currency: 'USD' });
    simulator.script(
      'GET',
      /\/Messages\/SM\w+\.json$/,
      ok({ sid, price: null, price_unit: 'USD' }),
      ok({ sid, price: '-0.00750', price_unit: 'USD' }),
    );
    expect(await carrier.priceOf?.(sid)).toBeNull();
    expect(await carrier.priceOf?.(sid)).toEqual({ amount: '0.00750', currency: 'USD' });
  });

  test('is told seconds of validity, up to its ten hours', async () => {
    expect(await sentWith(formField('ValidityPeriod'), [10, 600, 601, null])).toEqual([
      ...['600', '36000', '36000', '36000'],
    ]);
  });
});

describe('telnyx', () => {
  withSimulator(telnyx);
  const id = '84cca175-9755-4859-b67f-4730d7f58aa3';

  test('says our credit, and a price once it knows it', async () => {
    const data = { record_type: 'balance', balance: '-3.00', available_credit: '47.00', currency: 'USD' };
    simulator.script('GET', /\/balance$/, ok({ data }));
    expect(await carrier.balance?.()).toEqual({ amount: '-3.00', currency: 'USD' });
    const costing = (cost: Json) => ok({ data: { record_type: 'message', id, cost } });
    simulator.script('GET', /\/messages\//, costing(null), costing({ amount: '0.0040', currency: 'USD' }));
    expect(await carrier.priceOf?.(id)).toBeNull();
    expect(await carrier.priceOf?.(id)).toEqual({ amount: '0.0040', currency: 'USD' });
  });
});

describe('vonage', () => {
  withSimulator(vonage);

  test('says our credit in euros', async () => {
    simulator.script('GET', /get-balance$/, ok({ value: 10.28, autoReload: false }));
    expect(await carrier.balance?.()).toEqual({ amount: '10.28', currency: 'EUR' });
  });

  test('says what a message costs: the sum of its parts, unless the price of one is missing or strange', async () => {
    const answered = async (prices: Record<string, Json>[]) => {
      const messages = prices.map((price) => ({ to: '447700900123', 'message-id': 'A1', status: '0', ...price }));
      return answeredWith(ok({ 'message-count': String(prices.length), messages }));
    };
    const price = (amount: Json) => ({ 'message-price': amount });
    const accepted = { kind: 'accepted', carrierMessageId: 'A1' } as const;
    for (const [prices, amount] of [
      [['0.03330000'], '0.0333'],
      [['0.03330000', '0.0007', '12'], '12.034'],
      [['0.00000000'], '0'],
    ] as const) {
      expect(await answered(prices.map(price))).toEqual({ ...accepted, carrierPrice: { amount, currency: 'EUR' } });
    }
    for (const prices of [[{}], [price('0.03'), {}], [price('free')], [price('-0.03')]]) {
      expect(await answered(prices)).toEqual({ ...accepted, carrierPrice: undefined });
    }
    expect(await answered([price(0.03)])).toEqual({ ...accepted, carrierPrice: undefined });
    expect(simulator.faults.splice(0), 'its description has a text there').toHaveLength(1);
  });

  test('is told milliseconds of validity, a day where none is given', async () => {
    expect(await sentWith(formField('ttl'), [10, null])).toEqual(['600000', '86400000']);
  });
});

describe('plivo', () => {
  withSimulator(plivo);

  test('says our credit with the account', async () => {
    const account = { auth_id: ACCOUNT.plivo.id, cash_credits: '7.50000', name: 'Topline' };
    simulator.script('GET', /\/Account\/\w+\/$/, ok(account));
    expect(await carrier.balance?.()).toEqual({ amount: '7.50000', currency: 'USD' });
  });

  test('says what a message and a call cost once it knows it', async () => {
    const id = 'b48d95dc-e3ac-11eb-a9c2-0242ac110005';
    const message = (message_state: string, total_amount?: string) =>
      ok({ message_uuid: id, message_state, units: 2, ...(total_amount && { total_amount }) });
    const inTurn = [message('queued', '0.00000'), message('sent'), message('delivered', '0.00280')];
    simulator.script('GET', /\/Message\/[\w-]+\/$/, ...inTurn);
    expect(await carrier.priceOf?.(id)).toBeNull();
    expect(await carrier.priceOf?.(id)).toBeNull();
    expect(await carrier.priceOf?.(id)).toEqual({ amount: '0.00280', currency: 'USD' });
    const call = { call_uuid: id, answer_time: '2026-11-16 10:00:00', bill_duration: 9 };
    const ended = { ...call, end_time: '2026-11-16 10:00:09', total_amount: '0.00300' };
    simulator.script('GET', /\/Call\/[\w-]+\/$/, ok(call), ok(ended));
    expect(await carrier.voice?.priceOf?.(id)).toBeNull();
    expect(await carrier.voice?.priceOf?.(id)).toEqual({ amount: '0.00300', currency: 'USD' });
  });
});

describe('africa’s talking', () => {
  withSimulator(africasTalking);

  test('says what a message costs in the currency of its country, unless it says nothing', async () => {
    const costing = (cost: string) =>
      answeredWith(sentByAfricasTalking({ ...recipient(101, 'Success', 'ATXid_1'), cost }), {
        number: '+254711082123',
      });
    expect(await costing('KES 0.8000')).toMatchObject({ carrierPrice: { amount: '0.8000', currency: 'KES' } });
    for (const cost of ['0', '', 'free', 'KES -1']) {
      expect(await costing(cost)).toMatchObject({ kind: 'accepted', carrierPrice: undefined });
    }
  });
});
