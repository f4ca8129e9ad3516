import type { TelnyxSettings } from '../../settings.ts';
import { type Answer, ask, type Timeouts } from '../http-carrier.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Request {
  query?: Record<string, string>;
  body?: object;
}

/** Telnyx's API v2 as an account of ours uses it, for messages, numbers and calls alike. */
export class TelnyxApi {
  readonly #settings: TelnyxSettings;
  readonly #timeouts: Timeouts;

  constructor(settings: TelnyxSettings, timeouts: Timeouts) {
    this.#settings = settings;
    this.#timeouts = timeouts;
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('GET', path, { query });
  }

  post(path: string, body: object): Promise<Answer> {
    return this.#ask('POST', path, { body });
  }

  patch(path: string, body: object): Promise<Answer> {
    return this.#ask('PATCH', path, { body });
  }

  delete(path: string): Promise<Answer> {
    return this.#ask('DELETE', path);
  }

  /** A question within the time that a probe has. */
  probe(path: string): Promise<Answer> {
    return this.#ask('GET', path, {}, this.#timeouts.healthMs);
  }

  #ask(
    method: Method,
    path: string,
    { query = {}, body }: Request = {},
    timeoutMs = this.#timeouts.sendMs,
  ): Promise<Answer> {
    const url = new URL(`${this.#settings.baseUrl}/v2${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers: Record<string, string> = { authorization: `Bearer ${this.#settings.apiKey}` };
    if (body) headers['content-type'] = 'application/json';
    return ask(url, timeoutMs, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  }
}
