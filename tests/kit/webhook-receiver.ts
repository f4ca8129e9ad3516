import { createHmac } from 'node:crypto';

export interface ReceivedHook {
  headers: Headers;
  body: string;
}

/** A customer's server: it keeps the requests, and answers as the test tells it. */
export class WebhookReceiver {
  readonly received: ReceivedHook[] = [];
  /** Makes its answer; may wait. */
  answer: () => Response | Promise<Response> = () => new Response('thank you');
  readonly #server: Bun.Server<undefined>;

  constructor(tls?: { key: string; cert: string }) {
    this.#server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      ...(tls ? { tls } : {}),
      fetch: async (request) => {
        this.received.push({ headers: request.headers, body: await request.text() });
        return this.answer();
      },
    });
  }

  get port(): number {
    return this.#server.port ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }
}

/** Checks a signature as the documentation tells customers. @returns how many of the secrets match */
export function agreeing({ headers, body }: ReceivedHook, ...secrets: string[]): number {
  const [time = '', ...signatures] = (headers.get('webhook-signature') ?? '').split(',');
  const seconds = time.replace('t=', '');
  return secrets.filter((secret) =>
    signatures.includes(`v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`),
  ).length;
}
