import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import { idsOfParts } from '../../src/carriers/adapters/ids-of-parts.ts';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import type { ReceiptOutcome } from '../../src/carriers/port.ts';
import { applyReceipts } from '../../src/services/messaging/delivery/apply-receipts.ts';
import { appForFile, eventually, funded, newNumber, readMessage, send, untilStatus, forFile } from '../kit/index.ts';
import { carriersAt } from './accounts.ts';
import { vonage } from './dialects.ts';
import { Simulator } from './simulator.ts';
import { PUBLIC_URL } from './voice-dialect.ts';

const LONG = 'x'.repeat(400);
const simulator = await forFile(new Simulator(vonage));
const env = { ...carriersAt(await simulator.listen()), PUBLIC_URL, SANDBOX_CARRIERS: 'off' };
const app = await appForFile({ env, adapters: [createVonage(TIMEOUTS)], soundBooks: true });
const person = await funded(app, '10.00');

let made = 0;
const newIds = (count: number) => Array.from({ length: count }, () => vonage.newId(++made));

async function answered(statuses: readonly string[]) {
  const parts = newIds(statuses.length);
  const messages = statuses.map((status, place) => ({
    ...{ to: '447700900123', status, 'message-price': '0.03330000' },
    ...(status === '0' ? { 'message-id': parts[place] ?? '' } : { 'error-text': 'Throughput Rate Exceeded' }),
  }));
  simulator.answerSends({ status: 200, body: { 'message-count': String(parts.length), messages } });
  return { ...(await sentLong()), parts };
}

async function sentLong(): Promise<{ id: string; reference: string }> {
  const { id, messageDetails } = await send(person, [newNumber()], LONG);
  await eventually('the carrier has answered', async () => (await countsOf(id)).queued === 0);
  return { id, reference: messageDetails.recipients[0]?.messageId ?? '' };
}
const countsOf = async (id: string) => (await readMessage(person, id)).counts;

async function report(part: string | undefined, reference: string, outcome: ReceiptOutcome = 'delivered') {
  const url = `${PUBLIC_URL}/api/callbacks/vonage`;
  const { headers, body } = vonage.report({ id: part ?? '', outcome, url, reference, at: app.clock.now() });
  expect((await app.fetch('/api/callbacks/vonage', { method: 'POST', headers, body })).status).toBe(204);
  await applyReceipts(app.deps);
}

test('a long message is delivered when each of its parts is, and failed when one is not', async () => {
  for (const end of ['delivered', 'undelivered'] as const) {
    const { id, parts, reference } = await answered(['0', '0', '0']);
    await report(parts[2], reference);
    await report(parts[1], reference);
    expect(await countsOf(id)).toMatchObject({ sent: 1 });
    await report(parts[0], reference, end);
    expect((await untilStatus(person, id, end === 'delivered' ? end : 'failed')).actualCost).toBe('0.0900');
  }
});

test('a long message of which one part was refused is not delivered by the reports on the others', async () => {
  const { id, parts, reference } = await answered(['0', '1', '0']);
  for (const part of [parts[0], parts[2]]) {
    await report(part, reference, 'sent');
    await report(part, reference);
  }
  await eventually('the reports are taken', async () => {
    return (await app.deps.sql`select from carrier_receipts`).length === 0;
  });
  expect(await countsOf(id)).toMatchObject({ unknown: 1 });
});

test('a long message whose answer was lost is delivered when as many parts as it has are', async () => {
  simulator.answerSends({ status: 503, body: {} });
  const { id, reference } = await sentLong();
  const [first, second, third] = newIds(3);
  await report(first, reference, 'sent');
  await report(first, reference);
  await report(second, reference);
  expect(await countsOf(id)).toMatchObject({ unknown: 1 });
  await report(third, reference);
  await untilStatus(person, id, 'delivered');
});

test("a message's parts with one id, or without any, are reported on as often as there are ids", () => {
  expect(idsOfParts(['a', undefined, 'c'])).toEqual({ carrierMessageId: 'c', partIds: ['a', 'c'] });
  expect(idsOfParts(['a', '', ''])).toEqual({ carrierMessageId: 'a' });
  expect(idsOfParts(['a', 'a', 'a'])).toEqual({ carrierMessageId: 'a' });
  expect(idsOfParts(['', undefined])).toBeNull();
});
