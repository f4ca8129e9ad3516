import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answered, Dialect } from './dialects.ts';
import { answerFaults, requestFaults, type SeenRequest } from './descriptions.ts';
import { portOf } from '../kit/port-of.ts';

/**
 * How the simulated carrier treats sends from now on. `fault`, `silent` and `reset` are of the nasty kind:
 * the message was taken, and the sender is not told so.
 */
export type Behaviour =
  'accept' | 'invalid-number' | 'throttle' | 'wrong-credentials' | 'fault' | 'silent' | 'reset' | 'garbage';

/** Where Twilio and Telnyx tell our credit. */
const OUR_CREDIT = /\/(?:balance|Balance\.json)$/;

export interface Taken {
  id: string;
  request: SeenRequest;
}

/**
 * A carrier at a real socket: it remembers what it took, and holds every request, and every answer of
 * its own, against the carrier's description.
 */
export class Simulator {
  readonly taken: Taken[] = [];
  readonly requests: SeenRequest[] = [];
  readonly faults: string[] = [];
  behaviour: Behaviour = 'accept';
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #sendAnswer: Answered | null = null;
  readonly #scripted: { matches: (request: SeenRequest) => boolean; answers: Answered[] }[] = [];

  constructor(private readonly dialect: Dialect) {}

  async listen(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(0, '127.0.0.1', resolve);
    await promise;
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /** Sets the answers to requests of this kind, one after the other; the last one stays. */
  script(method: string, path: RegExp, ...answers: Answered[]): void {
    this.#scripted.push({
      matches: (request) => request.method === method && path.test(new URL(request.url).pathname),
      answers,
    });
  }

  /** How it answers every send from now on, in place of its own answers. */
  answerSends(answer: Answered): void {
    this.#sendAnswer = answer;
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    // A chore asks for our credit whenever it is due; that has tests of its own.
    const isScripted = this.#scripted.some(({ matches }) => matches(request));
    if (!isScripted && OUR_CREDIT.test(new URL(request.url).pathname)) return send(response, 404, '{}');
    this.requests.push(request);
    this.faults.push(...requestFaults(this.dialect.carrier, request));
    if (!this.dialect.isSend(request)) return this.#answer(request, response, this.#scriptedAnswer(request));
    const refusal = this.#sendAnswer ?? this.#refusal();
    if (refusal) return this.#answer(request, response, refusal);
    const id = this.dialect.newId(this.taken.length + 1);
    this.taken.push({ id, request });
    if (this.behaviour === 'silent') return;
    if (this.behaviour === 'reset') return void incoming.socket.destroy();
    if (this.behaviour === 'fault') return send(response, 503, '<h1>Service Unavailable</h1>');
    if (this.behaviour === 'garbage') return send(response, 200, '{"sent": tru');
    this.#answer(request, response, this.dialect.accepted(id));
  }

  #refusal(): Answered | null {
    const { invalidNumber, throttled, wrongCredentials } = this.dialect;
    if (this.behaviour === 'invalid-number') return invalidNumber;
    if (this.behaviour === 'throttle') return throttled;
    return this.behaviour === 'wrong-credentials' ? wrongCredentials : null;
  }

  #scriptedAnswer(request: SeenRequest): Answered {
    const script = this.#scripted.find(({ matches }) => matches(request));
    if (!script) return this.dialect.healthy;
    const [next = this.dialect.healthy, ...rest] = script.answers;
    if (rest.length > 0) script.answers = rest;
    return next;
  }

  #answer(request: SeenRequest, response: ServerResponse, { status, body }: Answered): void {
    this.faults.push(...answerFaults(this.dialect.carrier, request, status, body));
    send(response, status, status === 204 ? '' : JSON.stringify(body));
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  return {
    method: incoming.method ?? 'GET',
    url: `http://${incoming.headers.host}${incoming.url}`,
    headers: new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    body,
  };
}
