import { createSmpp, smpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import type { Carrier } from '../../src/carriers/port.ts';
import { applyReceipts } from '../../src/services/messaging/delivery/apply-receipts.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { appForFile, balanceOf, funded, newNumber, readMessage, send, untilStatus, forFile } from '../kit/index.ts';
import { hostFor, smppAt, sms } from './accounts.ts';
import { Gateway } from './smpp-gateway.ts';

const LONG = 'x'.repeat(400);
const TIMING = { ...TIMEOUTS, bindMs: 2000, enquireMs: 60_000, reconnectMs: 20, reconnectMaxMs: 50 };
const started = await Gateway.start();
const gateway = await forFile(started.gateway);
const env = smppAt(started.port);
const app = await appForFile({ adapters: [smpp], env, soundBooks: true });
const person = await funded(app, '10.00');
afterEach(() => gateway.reset());

/** A message of three parts that the gateway has taken, and the ids that it gave them. */
async function taken(): Promise<{ id: string; parts: string[] }> {
  const { id } = await send(person, [newNumber()], LONG);
  await untilStatus(person, id, 'sent');
  const parts = (await gateway.messages()).map((part) => part.id);
  expect(parts).toHaveLength(3);
  await gateway.reset();
  return { id, parts };
}
const DELIVERED = 2;
const UNDELIVERABLE = 5;
const REJECTED = 8;
const report = async (id: string | undefined, state: number, text = '') => {
  const fields = { esm_class: 4, short_message: text, receipted_message_id: id ?? '', message_state: state };
  expect(await gateway.deliver(fields)).toBe(0);
  await applyReceipts(app.deps);
};
const statusOf = async (id: string) => (await readMessage(person, id)).status;

test('a long message is delivered when each of its parts is', async () => {
  const { id, parts } = await taken();
  for (const part of [parts[2], parts[0], parts[2]]) {
    await report(part, DELIVERED);
    expect(await statusOf(id)).toBe('sent');
  }
  await report(parts[1], DELIVERED);
  await untilStatus(person, id, 'delivered');
  expect(await app.deps.sql`select outcome from carrier_receipts`).toHaveLength(0);
});

test('a message of which one part does not arrive has failed, and stays charged', async () => {
  const { id, parts } = await taken();
  await report(parts[2], DELIVERED);
  await report(parts[0], UNDELIVERABLE, 'err:27');
  expect(await statusOf(id)).toBe('sent');
  await report(parts[1], DELIVERED);
  expect(await untilStatus(person, id, 'failed')).toMatchObject({ actualCost: '0.0900' });
  const [attempt] = await app.deps.sql`
    select code, words from sms_attempts where message_id = ${id} and answer = 'undelivered'`;
  expect(attempt).toEqual({ code: '27', words: 'The phone was switched off or out of reach' });
});

test('we refund a message that the gateway rejects in all its parts', async () => {
  const before = await balanceOf(person);
  const { id, parts } = await taken();
  await Promise.all(parts.map((part) => report(part, REJECTED)));
  expect(await untilStatus(person, id, 'failed')).toMatchObject({ actualCost: '0.0000' });
  expect(await balanceOf(person)).toBe(before);
});

test('a part is found by its decimal id too, and removed when no report can come any more', async () => {
  const { id, parts } = await taken();
  await report(parts[1], DELIVERED);
  await report(parts[2], DELIVERED);
  await report(BigInt(`0x${parts[0]}`).toString(), DELIVERED);
  expect(await statusOf(id)).toBe('sent');
  app.clock.advance(6000);
  await applyReceipts(app.deps);
  await untilStatus(person, id, 'delivered');
  app.clock.advance(15 * 86_400_000);
  await removeOld(app.deps, 'sms_parts');
  expect(await app.deps.sql`select place from sms_parts`).toHaveLength(0);
});

test('transmitters send, and a receiver of its own takes what is delivered', async () => {
  const carrier: Carrier = createSmpp(TIMING).open(
    hostFor({ ...env, SMPP_BINDS: '2', SMPP_BIND: 'separate', SMPP_WINDOW: '1' }),
  );
  const receipts: string[] = [];
  carrier.onReceipts?.(async (news) => {
    receipts.push(...news.map(({ carrierMessageId }) => carrierMessageId));
  });
  expect(await carrier.health()).toEqual({ healthy: true, detail: null });
  expect(carrier.limits.concurrency).toBe(2);
  const bound = [await gateway.next('bound'), await gateway.next('bound'), await gateway.next('bound')];
  expect(bound.map(({ role }) => role).toSorted()).toEqual(['receiver', 'transmitter', 'transmitter']);
  const sent = await Promise.all([1, 2, 3, 4].map(() => carrier.sendSms(sms({ reference: crypto.randomUUID() }))));
  expect(sent.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  const by = new Set((await gateway.messages()).map(({ connection }) => connection));
  expect(by.size).toBe(2);
  const last = { esm_class: 4, short_message: '', receipted_message_id: 'FF', message_state: DELIVERED };
  expect(await gateway.deliver(last)).toBe(0);
  expect(receipts).toEqual(['FF']);
  await carrier.close?.();
});
