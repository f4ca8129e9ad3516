import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from '../../kit/port-of.ts';

/** A gate between us and a carrier over HTTP. Modes that name sends let other requests pass. */
export type HttpFault =
  | 'none'
  | 'hang'
  | 'reset'
  /** The carrier takes what is sent, and the connection is cut before it answers. */
  | 'cut-sends'
  | 'hang-sends'
  | { status: number; body: object };

/** A carrier's door, in front of a counterpart that is sound: the fault is in between. */
export class HttpGate {
  fault: HttpFault = 'none';
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #port = 0;

  constructor(
    private readonly target: string,
    private readonly isSend: (method: string, url: string) => boolean,
  ) {}

  async open(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(this.#port, '127.0.0.1', resolve);
    await promise;
    this.#port = portOf(this.#server);
    return `http://127.0.0.1:${this.#port}`;
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    const { method = 'GET', url = '/', socket } = incoming;
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    if (fault === 'hang') return;
    if (fault === 'reset') return void socket.destroy();
    if (typeof fault === 'object') return answer(response, fault.status, JSON.stringify(fault.body));
    const isSend = this.isSend(method, url);
    if (fault === 'hang-sends' && isSend) return;
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const passed = await fetch(this.target + url, { method, headers, ...(method === 'GET' ? {} : { body }) });
    if (fault === 'cut-sends' && isSend) return void socket.destroy();
    answer(response, passed.status, await passed.text());
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
}
