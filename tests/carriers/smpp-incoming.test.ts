import { createSmpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import { storeIncomplete } from '../../src/services/inbox/store-incomplete.ts';
import { HOUR_MS } from '../../src/platform/kit/durations.ts';
import { appForFile, eventually, forFile, funded, newNumber } from '../kit/index.ts';
import { quickSandboxes } from '../kit/carriers.ts';
import { bought } from '../api/numbers/numbers.ts';
import { carriersAt, smppAt } from './accounts.ts';
import { signedByVonage } from './dialects.ts';
import { Gateway } from './smpp-gateway.ts';
import { PUBLIC_URL } from './voice-dialect.ts';

const TIMING = { ...TIMEOUTS, bindMs: 2000, enquireMs: 60_000, reconnectMs: 20, reconnectMaxMs: 50 };
const started = await Gateway.start();
const gateway = await forFile(started.gateway);
const app = await appForFile({
  adapters: [...quickSandboxes(), createSmpp(TIMING), createVonage(TIMEOUTS)],
  env: { ...smppAt(started.port), ...carriersAt('http://127.0.0.1:1'), PUBLIC_URL },
  soundBooks: true,
});
const { number: to } = await bought(await funded(app, '100.00'));
beforeAll(() => gateway.next('bound'));
afterEach(async () => {
  const [left] = await app.deps.sql`select count(*)::int as parts from received_parts`;
  expect(left?.parts).toBe(0);
});

type Fields = Parameters<Gateway['deliver']>[0];
const UCS_2 = 8;
const WITH_HEADER = 0x40;

const deliver = async (from: string, fields: Fields) =>
  expect(await gateway.deliver({ source_addr: from.slice(1), destination_addr: to.slice(1), ...fields })).toBe(0);

/** A part with its header, of octets in UCS-2. */
const part = (octets: Buffer, number: number, count: number): Fields => ({
  ...{ esm_class: WITH_HEADER, data_coding: UCS_2 },
  short_message: [5, 0, 3, 0x2a, count, number, ...octets],
});

const textsFrom = async (from: string): Promise<string[]> => {
  const rows = await app.deps.sql<{ text: string }[]>`
    select m.text from conversation_messages m join conversations c on c.id = m.conversation_id
    where c.other_number = ${from} order by m.id`;
  return rows.map(({ text }) => text);
};

test('the same text twice within minutes is two messages', async () => {
  const from = newNumber();
  for (let times = 0; times < 3; times++) await deliver(from, { short_message: 'Yes' });
  expect(await textsFrom(from)).toEqual(['Yes', 'Yes', 'Yes']);
});

test('a message that a gateway delivers again, because it lost our answer with its connection, is one message', async () => {
  const from = newNumber();
  await deliver(from, { short_message: 'Yes' });
  await deliver(from, { short_message: 'Yes' });
  await gateway.tell({ type: 'drop' });
  await gateway.next('bound');
  await deliver(from, { short_message: 'Yes' });
  await deliver(from, { short_message: 'Yes' });
  expect(await textsFrom(from)).toEqual(['Yes', 'Yes']);
  // Another one is a new message.
  await deliver(from, { short_message: 'Yes' });
  expect(await textsFrom(from)).toEqual(['Yes', 'Yes', 'Yes']);
});

test('a text that comes again by a later connection is a new message once our answer is known to have arrived', async () => {
  await app.deps.sql`delete from carrier_callbacks`;
  const from = newNumber();
  await deliver(from, { short_message: 'No' });
  await eventually('the answer has arrived', async () => {
    return (await app.deps.sql`select from carrier_callbacks`).length === 0;
  });
  await gateway.tell({ type: 'drop' });
  await gateway.next('bound');
  await deliver(from, { short_message: 'No' });
  expect(await textsFrom(from)).toEqual(['No', 'No']);
});

test('parts by optional parameters are put together', async () => {
  const from = newNumber();
  const sar = { sar_msg_ref_num: 700, sar_total_segments: 2 };
  await deliver(from, { ...sar, sar_segment_seqnum: 2, short_message: 'end' });
  await deliver(from, { ...sar, sar_segment_seqnum: 1, message_payload: 'The ' });
  expect(await textsFrom(from)).toEqual(['The end']);
});

test('a character that begins in one part and ends in the next one is whole', async () => {
  const octets = Buffer.from('Grüße 👋🏽 von hier', 'utf16le').swap16();
  for (const cut of [14, 15, 13]) {
    const from = newNumber();
    await deliver(from, part(octets.subarray(cut), 2, 2));
    await deliver(from, part(octets.subarray(0, cut), 1, 2));
    expect(await textsFrom(from)).toEqual(['Grüße 👋🏽 von hier']);
  }
  const from = newNumber();
  const gsm = (text: number[], number: number): Fields => ({
    esm_class: WITH_HEADER,
    short_message: [5, 0, 3, 0x2b, 2, number, ...text],
  });
  await deliver(from, gsm([0x35, 0x1b], 1));
  await deliver(from, gsm([0x65], 2));
  expect(await textsFrom(from)).toEqual(['5€']);
});

test('a character that Vonage delivers in two halves is whole', async () => {
  const from = newNumber();
  const halves = ['Hello \uD83D', '\uDC4B you'];
  for (const [place, text] of halves.entries()) {
    const { url, headers, body } = signedByVonage(`${PUBLIC_URL}/api/callbacks/vonage/messages`, {
      ...{ msisdn: from.slice(1), to: to.slice(1), messageId: `0A${place}`, text, type: 'unicode' },
      ...{ concat: 'true', 'concat-ref': '97', 'concat-total': '2', 'concat-part': String(place + 1) },
      timestamp: String(Math.floor(app.clock.now().getTime() / 1000)),
    });
    expect((await app.fetch(url.slice(PUBLIC_URL.length), { method: 'POST', headers, body })).status).toBe(204);
  }
  expect(await textsFrom(from)).toEqual(['Hello 👋 you']);
});

test('a telephone that uses a reference again does not mix two messages', async () => {
  const from = newNumber();
  const octets = (text: string) => Buffer.from(text, 'utf16le').swap16();
  await deliver(from, part(octets('Old begin '), 1, 3));
  await deliver(from, part(octets('old end'), 3, 3));
  await deliver(from, part(octets('Two '), 1, 2));
  await deliver(from, part(octets('parts'), 2, 2));
  expect(await textsFrom(from)).toEqual(['Two parts']);
  for (const [place, text] of ['New ', 'and ', 'whole'].entries()) {
    await deliver(from, part(octets(text), place + 1, 3));
  }
  expect(await textsFrom(from)).toEqual(['Two parts', 'New and whole']);
  app.clock.advance(HOUR_MS + 1);
  await storeIncomplete(app.deps);
  expect(await textsFrom(from)).toEqual(['Two parts', 'New and whole', 'Old begin […]old end']);
});

test('a message of which parts never come is shown after an hour, with its gaps', async () => {
  const [from, other] = [newNumber(), newNumber()];
  const octets = (text: string) => Buffer.from(text, 'utf16le').swap16();
  await deliver(from, part(octets('the middle'), 3, 5));
  app.clock.advance(HOUR_MS / 2);
  await deliver(from, part(octets(' and on'), 4, 5));
  await deliver(other, part(octets('Begin'), 1, 2));
  app.clock.advance(HOUR_MS - 1);
  await storeIncomplete(app.deps);
  expect(await textsFrom(from)).toEqual([]);
  app.clock.advance(2);
  await storeIncomplete(app.deps);
  expect(await textsFrom(from)).toEqual(['[…]the middle and on[…]']);
  expect(await textsFrom(other)).toEqual(['Begin[…]']);
  // A part that comes too late is shown too.
  await deliver(other, part(octets('end'), 2, 2));
  app.clock.advance(HOUR_MS + 1);
  await storeIncomplete(app.deps);
  expect(await textsFrom(other)).toEqual(['Begin[…]', '[…]end']);
});
