import type { Adapter } from '../../src/carriers/port.ts';
import { startTestApp, type TestApp, type TestClock } from '../kit/index.ts';
import { carriersAt } from './accounts.ts';
import { answerFaults, requestFaults, type SeenRequest } from './descriptions.ts';
import { type Answered, pathOf, PUBLIC_URL, type Sent, type VoiceDialect } from './voice-dialect.ts';

/**
 * A carrier that places calls, at a real socket. It remembers what it was asked, and holds every request,
 * and every answer of its own, against the carrier's description.
 */
export class VoiceCounterpart {
  readonly seen: SeenRequest[] = [];
  /** The faults of requests and answers so far, by the description. */
  readonly faults: string[] = [];
  /** How long its calls have lasted; null while they run. */
  lasted: { seconds: number } | null = null;
  /** True: it takes no caller ID. */
  refuses = false;
  newest = '';
  /** With the call already placed, it waits for this before it answers the request that placed it. */
  beforeAccepting: (request: Request) => Promise<void> = () => Promise.resolve();
  readonly #server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => this.#serve(request) });
  #made = 0;

  constructor(private readonly dialect: VoiceDialect) {}

  /**
   * A server that has this carrier, on which nothing happens by itself.
   * @param others further carriers; without them it is the only one
   * @param clock the program's, where the usual one does not do
   */
  startApp(others: readonly Adapter[] = [], clock?: TestClock): Promise<TestApp> {
    return startTestApp({
      background: false,
      ...(clock && { clock }),
      adapters: [this.dialect.adapter, ...others],
      env: { ...this.env, SANDBOX_CARRIERS: others.length > 0 ? 'on' : 'off' },
    });
  }

  get env(): Record<string, string> {
    const url = `http://127.0.0.1:${this.#server.port}`;
    return { ...carriersAt(url), VONAGE_API_BASE_URL: url, PUBLIC_URL, ...this.dialect.env };
  }

  get placed(): SeenRequest {
    const request = this.seen.findLast((seen) => pathOf(seen) === this.dialect.placePath);
    if (!request) throw new Error('the carrier saw no call');
    return request;
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }

  async #serve(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    const seen: SeenRequest = { method, url, headers, body: await request.text() };
    this.seen.push(seen);
    const { status, body } = this.#answer(seen);
    if (this.#isPlacing(seen)) await this.beforeAccepting(request);
    // Where sounds lie is no part of the API.
    if (pathOf(seen) !== '/sound') {
      this.faults.push(...requestFaults(this.dialect.name, seen));
      if (!(body instanceof Uint8Array)) {
        this.faults.push(...answerFaults(this.dialect.name, seen, status, body));
      }
    }
    if (body instanceof Uint8Array) return new Response(body);
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  }

  #isPlacing(seen: SeenRequest): boolean {
    return seen.method === 'POST' && pathOf(seen) === this.dialect.placePath;
  }

  #answer(seen: SeenRequest): Answered {
    const { refusedCallerId, accepted, callId, answer } = this.dialect;
    if (!this.#isPlacing(seen)) return answer(seen, this.lasted);
    if (this.refuses) return refusedCallerId;
    this.newest = callId(++this.#made);
    return accepted(this.newest);
  }
}

/** Has a carrier post something to the server. */
export const post = (app: TestApp, { path, headers, body }: Sent): Promise<Response> =>
  app.fetch(path, { method: 'POST', headers, body });
