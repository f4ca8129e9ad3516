import { join } from 'node:path';
import { z } from 'zod';
import { smpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import { applyReceipts } from '../../src/services/messaging/delivery/apply-receipts.ts';
import { appForFile, eventually, funded, newNumber, readMessage, send, untilStatus } from '../kit/index.ts';

/**
 * Our side of SMPP against a gateway of another hand: `outside-smsc.pl`. In the other tests the package that
 * we send with is also what answers, so both could be wrong in the same way.
 */

const taken = z.object({
  type: z.literal('taken'),
  source_addr: z.string(),
  source_addr_ton: z.number(),
  destination_addr: z.string(),
  esm_class: z.number(),
  data_coding: z.number(),
  registered_delivery: z.number(),
  validity_period: z.string(),
  /** Hexadecimal. */
  octets: z.string(),
});
const notice = z.discriminatedUnion('type', [
  taken,
  z.object({ type: z.literal('listening'), port: z.number() }),
  z.object({ type: z.literal('bound'), as: z.string(), version: z.number() }),
  z.object({ type: z.literal('answered'), status: z.number() }),
]);
type Notice = z.output<typeof notice>;

/** The gateway's notices, in order; each notice is read once. */
async function* noticesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<Notice> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield notice.parse(JSON.parse(line));
  }
}

const gateway = Bun.spawn(['perl', join(import.meta.dir, 'outside-smsc.pl')], { stdio: ['pipe', 'pipe', 'inherit'] });
const notices = noticesOf(gateway.stdout);

async function next(): Promise<Notice> {
  const { value, done } = await notices.next();
  if (done) throw new Error('the gateway ended');
  return value;
}

const first = await next();
const env = {
  SMPP_HOST: '127.0.0.1',
  SMPP_PORT: first.type === 'listening' ? String(first.port) : '',
  SMPP_SYSTEM_ID: 'topline',
  SMPP_PASSWORD: 'secret',
};
const app = await appForFile({ adapters: [smpp], env });
const person = await funded(app, '5.00');
expect(await next()).toEqual({ type: 'bound', as: 'bind_transceiver', version: 0x34 });
afterAll(async () => {
  gateway.kill();
  await gateway.exited;
});

/** Sends a text; returns its parts as the gateway read them, once it is delivered. */
async function partsOf(text: string, count: number): Promise<z.output<typeof taken>[]> {
  const number = newNumber();
  const { id } = await send(person, [number], text);
  const parts = [];
  const answers = [];
  while (parts.length < count || answers.length < count) {
    const heard = await next();
    if (heard.type === 'taken') parts.push(heard);
    else answers.push(heard);
  }
  expect(answers, 'each report was taken').toEqual(parts.map(() => ({ type: 'answered', status: 0 })));
  expect(parts.map(({ destination_addr }) => `+${destination_addr}`)).toEqual(parts.map(() => number));
  expect(parts.map(({ registered_delivery }) => registered_delivery)).toEqual(parts.map(() => 1));
  await eventually('it has left', async () => /sent|delivered/.test((await readMessage(person, id)).status));
  // A report that came before the answer to its message was stored is looked at again after some seconds.
  app.clock.advance(6000);
  await applyReceipts(app.deps);
  await untilStatus(person, id, 'delivered');
  return parts;
}

const octetsOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** The header that joins parts: so many in all, and which one it is. */
const header = (octets: string) =>
  /^050003..(..)(..)/
    .exec(octets)
    ?.slice(1)
    .map((digits) => parseInt(digits, 16));
const withoutHeader = (octets: string): string => octets.slice(12);

test('a text of the GSM alphabet arrives in its octets, with the sender as a name', async () => {
  const [part] = await partsOf('@ 5€ [ü]', 1);
  // 3GPP TS 23.038: @ is 00, ü is 7E; € is 65, [ is 3C and ] is 3E after the escape 1B.
  expect(part).toMatchObject({ octets: '0020351b65201b3c7e1b3e', data_coding: 0, esm_class: 0 });
  expect(part).toMatchObject({ source_addr: 'Topline', source_addr_ton: 5 });
  expect(part?.validity_period).toMatch(/^\d{15}[-+R]$/);
});

test('a text of another alphabet arrives in UCS-2', async () => {
  const text = 'Привет, 世界 👋';
  expect(await partsOf(text, 1)).toMatchObject([{ octets: octetsOf(text), data_coding: 8, esm_class: 0 }]);
});

test.each([
  ['GSM', 'x'.repeat(400), 0, Buffer.from('x'.repeat(400), 'latin1').toString('hex')],
  ['another', 'ж'.repeat(150), 8, octetsOf('ж'.repeat(150))],
] as const)(
  'a long text of %s alphabet arrives in parts, and is delivered when all are',
  async (_which, text, coding, octets) => {
    const parts = await partsOf(text, 3);
    expect(parts.map(({ esm_class, data_coding }) => [esm_class, data_coding])).toEqual(
      parts.map(() => [0x40, coding]),
    );
    expect(parts.map((part) => header(part.octets))).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
    expect(parts.map((part) => withoutHeader(part.octets)).join('')).toBe(octets);
  },
);
