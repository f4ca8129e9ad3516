import { createSmpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import type { SmppTiming } from '../../src/carriers/adapters/smpp/session.ts';
import type { Carrier, Receipt, ReceiptOutcome } from '../../src/carriers/port.ts';
import { hostFor, PUBLIC_CALLBACK, smppAt, sms } from './accounts.ts';
import { Gateway } from './smpp-gateway.ts';

const TIMING: SmppTiming = {
  sendMs: 1500,
  healthMs: 400,
  bindMs: 500,
  enquireMs: 100,
  reconnectMs: 20,
  reconnectMaxMs: 50,
};

let gateway: Gateway;
let port: number;
const open: Carrier[] = [];

({ gateway, port } = await Gateway.start());
afterAll(() => gateway.kill());
afterEach(async () => {
  for (const carrier of open.splice(0)) await carrier.close?.();
  await gateway.reset();
});

function carrierAt(at: number, env: Record<string, string> = {}): Carrier {
  const host = hostFor({ ...smppAt(at), ...env });
  const carrier = createSmpp(TIMING).open(host);
  open.push(carrier);
  return carrier;
}

function receiptsOf(carrier: Carrier): { next(): Promise<Receipt[]> } {
  const arrived: Receipt[][] = [];
  const waiting: ((receipts: Receipt[]) => void)[] = [];
  carrier.onReceipts?.(async (receipts) => {
    const waiter = waiting.shift();
    if (waiter) waiter(receipts);
    else arrived.push(receipts);
  });
  return { next: async () => arrived.shift() ?? new Promise<Receipt[]>((resolve) => waiting.push(resolve)) };
}

describe('an SMPP text', () => {
  test('travels in the coding of its alphabet, with its sender', async () => {
    const carrier = carrierAt(port);
    const cases = [
      { text: 'Price: 5€ [now] @ Ångström', sender: 'Topline', dataCoding: 0, senderType: 5 },
      { text: 'Привет, мир 👋', sender: '+447700900999', dataCoding: 8, senderType: 1 },
      { text: 'short code', sender: '60777', dataCoding: 0, senderType: 3 },
    ];
    for (const { text, sender, dataCoding, senderType } of cases) {
      expect(await carrier.sendSms(sms({ text, sender }))).toMatchObject({ kind: 'accepted' });
      expect((await gateway.messages()).at(-1)).toMatchObject({
        text,
        dataCoding,
        senderType,
        sender: sender.replace('+', ''),
        number: '447700900123',
        registeredDelivery: 1,
        part: null,
      });
    }
  });

  test.each([
    ['GSM', `${'x'.repeat(152)}€${'y'.repeat(200)}`],
    ['other', `${'ж'.repeat(66)}👋${'ж'.repeat(60)}`],
  ])('that is long, with %s letters, travels in parts, and each is reported on', async (_alphabet, text) => {
    const carrier = carrierAt(port);
    const result = await carrier.sendSms(sms({ text }));
    const taken = await gateway.messages();
    expect(taken.map(({ text: part }) => part).join('')).toBe(text);
    expect(taken.map(({ part }) => part?.slice(1))).toEqual(taken.map((_part, index) => [taken.length, index + 1]));
    expect(new Set(taken.map(({ part }) => part?.[0])).size).toBe(1);
    expect(taken.map(({ registeredDelivery }) => registeredDelivery)).toEqual(taken.map(() => 1));
    const partIds = taken.map(({ id }) => id);
    expect(result).toEqual({ kind: 'accepted', carrierMessageId: partIds.at(-1) ?? '', partIds });
  });

  test('that is long travels whole where the gateway takes payloads', async () => {
    const carrier = carrierAt(port, { SMPP_LONG_MESSAGES: 'payload' });
    const text = 'long '.repeat(100);
    await carrier.sendSms(sms({ text }));
    expect(await gateway.messages()).toMatchObject([{ text, whole: true, part: null, registeredDelivery: 1 }]);
  });

  test('leaves whole although the gateway is busy at a later part: the part is offered again', async () => {
    const carrier = carrierAt(port);
    await carrier.health();
    await gateway.tell({ type: 'answer', statuses: [0, 0x58, 0x14, 0] });
    expect(await carrier.sendSms(sms({ text: 'x'.repeat(200) }))).toMatchObject({ kind: 'accepted' });
    expect(await gateway.messages()).toHaveLength(2);
  });

  test('counts as possibly sent where only some of its parts were taken', async () => {
    const carrier = carrierAt(port);
    await carrier.health();
    await gateway.tell({ type: 'answer', statuses: [0, 0x0b] });
    expect(await carrier.sendSms(sms({ text: 'x'.repeat(200) }))).toEqual({
      kind: 'uncertain',
      detail: '1 of 2 parts were taken, then status 11',
    });
  });
});

describe('an SMPP report', () => {
  const TEXT = 'sub:001 dlvrd:001 submit date:2611202137 done date:2611202138';
  test.each([
    ['DELIVRD', 2, 'delivered', null],
    ['EXPIRED', 3, 'undelivered', 'The message could not be delivered in time'],
    ['UNDELIV', 5, 'undelivered', 'The message could not be delivered'],
    ['ACCEPTD', 6, 'sent', null],
    ['REJECTD', 8, 'refused', 'The carrier did not take the message'],
  ] as const)('is read for %s from its parameters and from its text', async (word, state, outcome, words) => {
    const carrier = carrierAt(port);
    const receipts = receiptsOf(carrier);
    await carrier.health();
    const expected = [{ carrierMessageId: '00CAFE01', outcome, customerWords: words }];
    const byText = { esm_class: 4, short_message: `id:00CAFE01 ${TEXT} stat:${word} err:000 text:Hello` };
    expect(await gateway.deliver(byText)).toBe(0);
    expect(await receipts.next()).toEqual(expected);
    const byParameters = {
      esm_class: 4,
      short_message: 'other',
      receipted_message_id: '00CAFE01',
      message_state: state,
    };
    expect(await gateway.deliver(byParameters)).toBe(0);
    expect(await receipts.next()).toEqual(expected);
  });

  const state = (message_state: number) => ({ receipted_message_id: ' 00CAFE01 ', message_state });
  test.each<[string, Parameters<Gateway['deliver']>[0], ReceiptOutcome]>([
    ['DELIVERED', { short_message: `id:00CAFE01 ${TEXT} stat:DELIVERED err:000` }, 'delivered'],
    ['FAILED', { short_message: `id:00CAFE01 ${TEXT} stat:FAILED err:027` }, 'undelivered'],
    ['UNDELIVERABLE', { short_message: `id:00CAFE01 ${TEXT} stat:UNDELIVERABLE err:000` }, 'undelivered'],
    ['rejected', { short_message: `ID:00CAFE01 ${TEXT} Stat:rejected Err:000` }, 'refused'],
    ['blanks', { short_message: `id: 00CAFE01  sub: 001 dlvrd: 001 stat : DELIVRD  err: 000` }, 'delivered'],
    ['message_payload', { message_payload: `id:00CAFE01 ${TEXT} stat:EXPIRED err:000` }, 'undelivered'],
    ['state 9', state(9), 'undelivered'],
    ['state 0', state(0), 'sent'],
    ['a state of its own', { ...state(200), short_message: `id:1 ${TEXT} stat:DELIVRD` }, 'delivered'],
    ['only a state', { message_state: 2, short_message: `id:00CAFE01 ${TEXT}` }, 'delivered'],
    ['esm_class 0 with parameters', { esm_class: 0, ...state(2) }, 'delivered'],
    ['esm_class 0', { esm_class: 0, short_message: `id:00CAFE01 ${TEXT} stat:DELIVRD` }, 'delivered'],
    ['an acknowledgement', { esm_class: 8, ...state(2) }, 'delivered'],
    ['data_sm', { command: 'data_sm', ...state(2) }, 'delivered'],
    ['data_sm with text', { command: 'data_sm', message_payload: `id:00CAFE01 ${TEXT} stat:DELIVRD` }, 'delivered'],
  ])('in the form of %s is understood', async (_form, fields, outcome) => {
    const carrier = carrierAt(port);
    const receipts = receiptsOf(carrier);
    await carrier.health();
    expect(await gateway.deliver({ esm_class: 4, ...fields })).toBe(0);
    expect(await receipts.next()).toMatchObject([{ carrierMessageId: '00CAFE01', outcome }]);
  });

  test.each([
    ['a state that nobody knows', { short_message: 'id:1 stat:PENDINGX' }, 'id:1 stat:PENDINGX'],
    ['no id', { short_message: 'stat:DELIVRD' }, 'stat:DELIVRD'],
    [
      'only numbers',
      { receipted_message_id: 'A1', message_state: 77, message_payload: 'ok' },
      'receipted_message_id A1, message_state 77: ok',
    ],
    ['a type that is no report', { esm_class: 0x18, short_message: 'bye' }, 'esm_class 24: bye'],
  ] as const)('with %s is handed on with its text', async (_form, fields, text) => {
    const carrier = carrierAt(port);
    const unread = Promise.withResolvers<string | undefined>();
    carrier.onReceipts?.(async (_receipts, words) => unread.resolve(words));
    await carrier.health();
    expect(await gateway.deliver({ esm_class: 4, ...fields })).toBe(0);
    expect(await unread.promise).toBe(text);
  });

  test.each([
    ['err:001', undefined, '001', 'This number does not exist or cannot receive messages'],
    ['err:027', undefined, '027', 'The phone was switched off or out of reach'],
    ['err:0D2', undefined, '0D2', 'The message could not be delivered'],
    ['err:000', [3, 0, 13], '3:13', "The recipient's network blocked the message"],
    ['err:000', [2, 0, 1], '2:1', 'The message could not be delivered'],
  ] as const)('with %s and the network error %p keeps the code and says why', async (err, network, code, words) => {
    const carrier = carrierAt(port);
    const receipts = receiptsOf(carrier);
    await carrier.health();
    const fields = { esm_class: 4, short_message: `id:00CAFE01 ${TEXT} stat:UNDELIV ${err} text:Hello` };
    await gateway.deliver({ ...fields, ...(network ? { network_error_code: [...network] } : {}) });
    const outcome = 'undelivered' as const;
    const expected = { carrierMessageId: '00CAFE01', outcome, customerWords: words, code };
    expect(await receipts.next()).toEqual([expected]);
  });

  test('that could not be stored is asked for again', async () => {
    const carrier = carrierAt(port);
    let attempts = 0;
    carrier.onReceipts?.(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('the database is away');
    });
    await carrier.health();
    const report = { esm_class: 4, receipted_message_id: '1', message_state: 2, short_message: '' };
    expect(await gateway.deliver(report)).toBe(0x64);
    expect(await gateway.deliver(report)).toBe(0);
  });

  test('is told apart from a message that a telephone writes, which is accepted and dropped', async () => {
    const carrier = carrierAt(port);
    const receipts = receiptsOf(carrier);
    carrier.onMessages?.(async () => async () => {});
    await carrier.health();
    expect(await gateway.deliver({ esm_class: 0, short_message: 'id:1 stat:DELIVRD' })).toBe(0);
    await gateway.deliver({ esm_class: 4, receipted_message_id: '2', message_state: 2, short_message: '' });
    expect(await receipts.next()).toMatchObject([{ carrierMessageId: '2' }]);
  });

  test('never comes over HTTP', async () => {
    const callback = { url: PUBLIC_CALLBACK, headers: new Headers(), body: 'id:1 stat:DELIVRD' };
    await expect(carrierAt(port).parseCallback(callback)).rejects.toMatchObject({ reason: 'bad_signature' });
  });
});

describe('an SMPP connection', () => {
  test.each(['drop', 'unbind'] as const)('that ends by %s is made again', async (end) => {
    const carrier = carrierAt(port);
    await carrier.health();
    await gateway.next('bound');
    await gateway.tell({ type: end });
    await gateway.next('bound');
    expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'accepted' });
  });

  test('holds so many messages at a time as its window', async () => {
    const carrier = carrierAt(port, { SMPP_WINDOW: '2' });
    await carrier.health();
    await gateway.tell({ type: 'behave', behaviour: 'silent' });
    const sends = Array.from({ length: 5 }, () => carrier.sendSms(sms()));
    const results = await Promise.all(sends);
    expect(await gateway.messages()).toHaveLength(2);
    expect(Map.groupBy(results, ({ kind }) => kind).get('uncertain')).toHaveLength(2);
    expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(3);
  });

  test.each([
    ['a wrong password', { SMPP_PASSWORD: 'wrong' }, 'bind refused with status 14'],
    ['a refused bind', {}, 'bind refused with status 13'],
  ])('shows %s', async (what, env, detail) => {
    if (what === 'a refused bind') await gateway.tell({ type: 'behave', behaviour: 'refuse-bind' });
    const carrier = carrierAt(port, env);
    expect(await carrier.health()).toEqual({ healthy: false, detail });
    expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'refused', retry: 'later' });
  });

  test('is tried at once where its health is asked, however long the pause after a failure is', async () => {
    await gateway.tell({ type: 'behave', behaviour: 'refuse-bind' });
    const host = hostFor({ ...smppAt(port) });
    const carrier = createSmpp({ ...TIMING, reconnectMs: 3_600_000, reconnectMaxMs: 3_600_000 }).open(host);
    open.push(carrier);
    const refused = { healthy: false, detail: 'bind refused with status 13' };
    expect(await carrier.health()).toEqual(refused);
    expect(await carrier.health()).toEqual(refused);
    await gateway.tell({ type: 'behave', behaviour: 'accept' });
    // A message does not knock: what was refused lately is refused again, without a connection for each.
    expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'refused', code: 'unreachable' });
    expect(await carrier.health()).toEqual({ healthy: true, detail: null });
    expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'accepted' });
  });

  test('survives the death of the gateway and finds it again', async () => {
    const first = await Gateway.start();
    const carrier = carrierAt(first.port);
    expect(await carrier.health()).toMatchObject({ healthy: true });
    await first.gateway.tell({ type: 'behave', behaviour: 'silent' });
    const underWay = carrier.sendSms(sms());
    await first.gateway.next('taken');
    await first.gateway.kill();
    expect(await underWay).toEqual({ kind: 'uncertain', detail: 'the connection was lost' });
    expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'refused', code: 'unreachable', retry: 'later' });
    const second = await Gateway.start(first.port);
    await second.gateway.next('bound');
    expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'accepted' });
    await carrier.close?.();
    await second.gateway.kill();
  });
});
