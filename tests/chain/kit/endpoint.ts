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
  /** When, in seconds. */
  at?: number;
}

const output = ({ address, value }: { address: string; value: number }) => ({ scriptpubkey_address: address, value });

interface Tip {
  /** Blocks so far. */
  height?: number;
  /** It answers nothing. */
  broken?: boolean;
}

/** An Esplora that knows the transactions that are found. */
export const startEsploraOf = (find: (txid: string) => Shown | undefined, tip: () => Tip = () => ({})): Endpoint =>
  startEndpoint((request) => {
    const { pathname } = new URL(request.url);
    const { height: blocks = 100, broken = false } = tip();
    if (broken) return new Response('no', { status: 503 });
    if (pathname === '/blocks/tip/height') return new Response(String(blocks));
    const txid = pathname.replace('/tx/', '');
    const shown = find(txid);
    if (!shown) return new Response('Transaction not found', { status: 404 });
    const { from = [], to, height = 90, at = 1_790_000_000 } = shown;
    return Response.json({
      txid,
      vin: from.map((each) => ({ prevout: output(each) })),
      vout: to.map(output),
      status: height ? { confirmed: true, block_height: height, block_time: at } : { confirmed: false },
    });
  });

/** An Esplora that knows one transaction, with 100 blocks. */
export const startEsplora = (txid: string, shown: Shown): Endpoint =>
  startEsploraOf((asked) => (asked === txid ? shown : undefined));
