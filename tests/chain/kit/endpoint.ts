/** An endpoint that answers as a test says, and counts how often it was asked. */
export interface Endpoint {
  url: string;
  asked: number;
  stop(): Promise<void>;
}

/** @param answer what every request is answered with; by default nothing is known of any transaction */
export function startEndpoint(
  answer: (request: Request) => Response | Promise<Response> = () => new Response('', { status: 404 }),
): Endpoint {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      endpoint.asked++;
      return answer(request);
    },
  });
  const endpoint: Endpoint = { url: server.url.origin, asked: 0, stop: () => server.stop(true) };
  return endpoint;
}

interface Shown {
  from?: { address: string; value: number }[];
  to: { address: string; value: number }[];
  height?: number | null;
}

const output = ({ address, value }: { address: string; value: number }) => ({ scriptpubkey_address: address, value });

/** An Esplora that knows one transaction, with 100 blocks. */
export const startEsplora = (txid: string, { from = [], to, height = 90 }: Shown): Endpoint =>
  startEndpoint((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/blocks/tip/height') return new Response('100');
    if (pathname !== `/tx/${txid}`) return new Response('Transaction not found', { status: 404 });
    return Response.json({
      txid,
      vin: from.map((each) => ({ prevout: output(each) })),
      vout: to.map(output),
      status: height ? { confirmed: true, block_height: height, block_time: 1_790_000_000 } : { confirmed: false },
    });
  });
