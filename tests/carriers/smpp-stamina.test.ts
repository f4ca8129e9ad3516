import pino from 'pino';
import { z } from 'zod';
import { otherForms } from '../../src/carriers/adapters/smpp/receipt.ts';
import { createSmpp, smpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import type { SmppTiming } from '../../src/carriers/adapters/smpp/session.ts';
import type { Carrier, SendResult } from '../../src/carriers/port.ts';
import { applyReceipts } from '../../src/services/messaging/delivery/apply-receipts.ts';
import { eventually, funded, newNumber, send, startTestApp, untilStatus, forFile } from '../kit/index.ts';
import { hostFor, smppAt, sms } from './accounts.ts';
import { Gateway } from './smpp-gateway.ts';

const TIMING: SmppTiming = {
  sendMs: 1500,
  healthMs: 400,
  bindMs: 500,
  enquireMs: 60_000,
  reconnectMs: 20,
  reconnectMaxMs: 50,
};

const open: Carrier[] = [];
const started = await Gateway.start();
const gateway = await forFile(started.gateway);
const env = smppAt(started.port);
afterEach(async () => {
  for (const carrier of open.splice(0)) await carrier.close?.();
  await gateway.reset();
});

function carrierWith(more: Record<string, string> = {}, timing: Partial<SmppTiming> = {}): Carrier {
  const carrier = createSmpp({ ...TIMING, ...timing }).open(hostFor({ ...env, ...more }));
  open.push(carrier);
  return carrier;
}

test('the rate is that of the parts, not of the messages', async () => {
  const carrier = carrierWith({ SMPP_PER_SECOND: '25', SMPP_WINDOW: '30' });
  await carrier.health();
  const begun = performance.now();
  const text = 'x'.repeat(700);
  const results = await Promise.all(Array.from({ length: 6 }, () => carrier.sendSms(sms({ text }))));
  expect(results.map(({ kind }) => kind)).toEqual(results.map(() => 'accepted'));
  expect(await gateway.messages()).toHaveLength(30);
  expect(performance.now() - begun).toBeGreaterThan(1000);
});

test('a connection that the gateway has let die is noticed while nobody uses it', async () => {
  const carrier = carrierWith({}, { enquireMs: 100 });
  await carrier.health();
  await gateway.next('bound');
  await gateway.tell({ type: 'behave', behaviour: 'deaf' });
  await gateway.next('left');
  await gateway.tell({ type: 'behave', behaviour: 'accept' });
  await gateway.next('bound');
  expect(await carrier.sendSms(sms())).toMatchObject({ kind: 'accepted' });
});

test('an unbind of the gateway is answered before the connection closes', async () => {
  const carrier = carrierWith();
  await carrier.health();
  await gateway.tell({ type: 'unbind' });
  expect(await gateway.next('unbound')).toEqual({ type: 'unbound', status: 0 });
});

test('the pause before a new attempt doubles up to its most, and begins again after a connection', async () => {
  const pauses: number[] = [];
  const line = z.object({ pauseMs: z.number().optional() });
  const write = (text: string) => {
    const { pauseMs } = line.parse(JSON.parse(text));
    if (pauseMs !== undefined) pauses.push(pauseMs);
  };
  const until = (count: number) => eventually(`${count} pauses`, async () => pauses.length >= count);
  await gateway.tell({ type: 'behave', behaviour: 'refuse-bind' });
  const host = { ...hostFor(env), log: pino({}, { write }) };
  const carrier = createSmpp({ ...TIMING, reconnectMs: 5, reconnectMaxMs: 35 }).open(host);
  open.push(carrier);
  await carrier.health();
  await until(5);
  expect(pauses.slice(0, 5)).toEqual([5, 10, 20, 35, 35]);
  await gateway.tell({ type: 'behave', behaviour: 'accept' });
  await gateway.next('bound');
  // It was bound once it has answered.
  expect(await carrier.health()).toEqual({ healthy: true, detail: null });
  const before = pauses.length;
  await gateway.tell({ type: 'drop' });
  await until(before + 1);
  expect(pauses[before]).toBe(5);
});

test('a connection that is cut frees all that wait for their turn', async () => {
  const carrier = carrierWith({ SMPP_WINDOW: '1', SMPP_PER_SECOND: '1000' });
  await carrier.health();
  await gateway.tell({ type: 'behave', behaviour: 'silent' });
  const sends = Array.from({ length: 4 }, () => carrier.sendSms(sms()));
  await gateway.next('taken');
  await gateway.tell({ type: 'drop' });
  const kinds = (await Promise.all(sends)).map(({ kind }) => kind);
  expect(kinds).toEqual(['uncertain', 'refused', 'refused', 'refused']);
});

test('a message that the gateway took as it reset the connection may have been sent', async () => {
  const carrier = carrierWith();
  await carrier.health();
  await gateway.tell({ type: 'behave', behaviour: 'reset' });
  expect(await carrier.sendSms(sms())).toEqual({ kind: 'uncertain', detail: 'the connection was lost' });
});

test('an answer that comes late still counts, and its id is kept', async () => {
  const carrier = carrierWith();
  await gateway.tell({ type: 'behave', behaviour: 'late' });
  const { promise: answered, resolve: late } = Promise.withResolvers<SendResult>();
  expect(await carrier.sendSms(sms({ late }))).toEqual({ kind: 'uncertain', detail: 'no answer to submit_sm' });
  const [taken] = await gateway.messages();
  expect(await answered).toEqual({ kind: 'accepted', carrierMessageId: taken?.id ?? '' });
});

test('a message that waits for its turn does not leave after its time is up', async () => {
  const carrier = carrierWith({ SMPP_PER_SECOND: '25', SMPP_WINDOW: '30' });
  await carrier.health();
  let mayLeave = true;
  const results = Array.from({ length: 10 }, () => carrier.sendSms(sms({ mayLeave: () => mayLeave })));
  // A tenth of a second's worth is taken at once; the others wait.
  await results[0];
  mayLeave = false;
  const kinds = (await Promise.all(results)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'late').length).toBeGreaterThan(0);
  expect(await gateway.messages()).toHaveLength(kinds.filter((kind) => kind === 'accepted').length);
});

test.each([
  ['1440', 1440],
  ['5', 5],
  ['4000', 4000],
])('a gateway tries for %s minutes and no longer', async (setting, minutes) => {
  await carrierWith({ SMPP_VALIDITY_MINUTES: setting }).sendSms(sms());
  expect((await gateway.messages()).at(-1)?.validity).toBe(minutes);
  await carrierWith({ SMPP_VALIDITY_MINUTES: setting }).sendSms(sms({ validityMinutes: 7 }));
  expect((await gateway.messages()).at(-1)?.validity, 'or as long as the message is of use').toBe(7);
});

test('an id is known in decimal, in hexadecimal, in capitals and with zeros before it', () => {
  expect(otherForms('13303297')).toEqual(expect.arrayContaining(['cafe01', 'CAFE01', '00CAFE01', '0013303297']));
  expect(otherForms('00CAFE01')).toEqual(expect.arrayContaining(['cafe01', '13303297']));
  expect(otherForms('msg-17')).toEqual([]);
});

test('a report that writes the id in another way than the answer did finds its message without a setting', async () => {
  await using app = await startTestApp({ adapters: [smpp], env });
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'sent');
  const given = (await gateway.messages()).at(-1)?.id ?? '';
  const decimal = BigInt(`0x${given}`).toString(10);
  await gateway.deliver({ esm_class: 4, short_message: `id:000${decimal} stat:DELIVRD err:000` });
  app.clock.advance(6000);
  await applyReceipts(app.deps);
  await untilStatus(person, id, 'delivered');
});
