import { z } from 'zod';
import { createAsk } from '../../src/money/chain/ask.ts';
import { lookUp } from '../../src/money/chain/look-up.ts';
import { type Endpoint, startEndpoint, startEsplora } from './kit/endpoint.ts';

const open: Endpoint[] = [];
afterEach(() => Promise.all(open.splice(0).map((endpoint) => endpoint.stop())));
function running(endpoint: Endpoint): Endpoint {
  open.push(endpoint);
  return endpoint;
}

const HASH = 'ab'.repeat(32);
const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const target = { hash: HASH, address: OURS, contract: null };
const look = (...endpoints: Endpoint[]) =>
  lookUp(
    'bitcoin',
    endpoints.map(({ url }) => url),
    target,
  );
const paid = () => running(startEsplora(HASH, { to: [{ address: OURS, value: 180_000 }] }));

describe('several endpoints', () => {
  test('are asked in turn, until one knows the answer', async () => {
    const [first, second] = [paid(), paid()];
    expect(await look(first, second)).toMatchObject({ sighting: { found: true, arrived: 180_000n } });
    expect([first.asked > 0, second.asked]).toEqual([true, 0]);
  });

  test('one that fails hides nothing', async () => {
    const broken = running(startEndpoint(() => new Response('no', { status: 503 })));
    const gone = startEndpoint();
    await gone.stop();
    expect(await look(broken, gone, paid())).toMatchObject({
      sighting: { found: true, confirmations: 11 },
      fault: null,
    });
  });

  test('one that lags behind hides nothing', async () => {
    expect(await look(running(startEndpoint()), paid())).toMatchObject({ sighting: { found: true } });
  });

  test('where none knows it, it is not found; where none answers, that is said', async () => {
    const broken = () => running(startEndpoint(() => new Response('no', { status: 503 })));
    expect(await look(broken(), running(startEndpoint()))).toMatchObject({ sighting: { found: false } });
    expect(await look(broken(), broken())).toEqual({
      sighting: null,
      source: null,
      fault: '127.0.0.1 answered 503; 127.0.0.1 answered 503',
    });
  });
});

describe('an endpoint', () => {
  const faultOf = async (answer: (request: Request) => Response) => (await look(running(startEndpoint(answer)))).fault;
  const known = { txid: HASH, vin: [], vout: [], status: { confirmed: false } };

  test.each([
    ['no JSON', 'Welcome!'],
    ['JSON of another shape', '{"hello":"world"}'],
    ['half an answer', JSON.stringify(known).slice(0, -5)],
    ['a negative value', JSON.stringify({ ...known, vout: [{ scriptpubkey_address: OURS, value: -1 }] })],
    ['a fraction', JSON.stringify({ ...known, vout: [{ scriptpubkey_address: OURS, value: 0.5 }] })],
    ['a value that no number holds', JSON.stringify({ ...known, vout: [{ value: 1e300 }] })],
    ['a block at no height', JSON.stringify({ ...known, status: { confirmed: true, block_height: 1e12 } })],
    ['nesting without end', '['.repeat(200_000)],
    ['nothing', ''],
  ])('that answers with %s is not believed', async (_what, text) => {
    expect(await faultOf(() => new Response(text))).toBe('127.0.0.1 answered something that was not understood');
  });

  test('that answers with another transaction is not believed', async () => {
    expect(await faultOf(() => Response.json({ ...known, txid: 'cd'.repeat(32) }))).toBe(
      '127.0.0.1 answered with another transaction',
    );
  });

  test('that answers without end is cut off', async () => {
    const endless = () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024).fill(0x20)) }),
      );
    expect(await faultOf(endless)).toBe('127.0.0.1 answered more than a block can be');
  });

  test('that sends elsewhere is not followed', async () => {
    const elsewhere = paid();
    expect(await faultOf(() => Response.redirect(`${elsewhere.url}/tx/${HASH}`))).toBe('127.0.0.1 answered 302');
    expect(elsewhere.asked).toBe(0);
  });

  test('that does not answer is not waited for', async () => {
    const silent = running(startEndpoint(() => new Promise<Response>(() => {})));
    const ask = createAsk(silent.url, 20);
    await expect(ask({ path: '/', answer: z.string() })).rejects.toThrow('did not answer within');
  });

  test('is told its user and password in a header, and a fault names neither', async () => {
    const seen: (string | null)[] = [];
    const endpoint = running(
      startEndpoint((request) => {
        seen.push(request.headers.get('authorization'), new URL(request.url).pathname);
        return new Response('', { status: 500 });
      }),
    );
    const address = endpoint.url.replace('//', '//reader:s%3Acret@');
    const { fault } = await lookUp('bitcoin', [`${address}/v1/key-in-path/`], target);
    expect(seen).toEqual([`Basic ${btoa('reader:s:cret')}`, `/v1/key-in-path/tx/${HASH}`]);
    expect(fault).toBe('127.0.0.1 answered 500');
  });
});

describe('a Bitcoin transaction', () => {
  const arrivedOf = async (shown: Parameters<typeof startEsplora>[1]) => {
    const { sighting } = await look(running(startEsplora(HASH, shown)));
    return sighting?.found ? sighting.arrived : null;
  };

  test('counts all that reached our address, however it is written', async () => {
    const to = [
      ...[
        { address: OURS, value: 1 },
        { address: OURS.toUpperCase(), value: 2 },
      ],
      { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', value: 4 },
    ];
    expect(await arrivedOf({ to })).toBe(3n);
  });

  test('brings us nothing by its change if it is ours', async () => {
    const to = [{ address: OURS, value: 900 }];
    expect(await arrivedOf({ from: [{ address: OURS, value: 1000 }], to })).toBe(0n);
  });
});
