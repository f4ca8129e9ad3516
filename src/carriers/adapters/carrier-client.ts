import { type Answer, ask, type Timeouts } from './http-carrier.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Fields = Record<string, string> | URLSearchParams;

/** The settings for requests to a carrier: one credential for messages, numbers and calls. */
interface CarrierAccount<Body extends object> {
  /** The beginning of all its addresses. */
  baseUrl: string;
  /** With our credential. */
  headers: Record<string, string>;
  /** The media type in which bodies are sent. */
  write(body: Body): { contentType: string; text: string };
  timeouts: Timeouts;
}

/** A file for a form with several parts. */
interface FilePart {
  field: string;
  name: string;
  file: Blob;
}

export const asForm = (fields: Fields): { contentType: string; text: string } => ({
  contentType: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
});

export const asJson = (body: object): { contentType: string; text: string } => ({
  contentType: 'application/json',
  text: JSON.stringify(body),
});

export const basicAuthorization = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

/** A carrier's REST API as an account of ours uses it. */
export class CarrierClient<Body extends object> {
  constructor(private readonly account: CarrierAccount<Body>) {}

  get headers(): Record<string, string> {
    return this.account.headers;
  }

  /** A path within our account. */
  url(path: string, query: Record<string, string> = {}): URL {
    const url = new URL(this.account.baseUrl + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('GET', path, { query });
  }

  post(path: string, body?: Body): Promise<Answer> {
    return this.#ask('POST', path, body ? { body } : {});
  }

  /** Sends a file with fields, as a form with several parts. */
  postFile(path: string, fields: Record<string, string>, part: FilePart): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(part.field, part.file, part.name);
    const { headers, timeouts } = this.account;
    return ask(this.url(path), timeouts.sendMs, { method: 'POST', headers, body: form });
  }

  patch(path: string, body: Body): Promise<Answer> {
    return this.#ask('PATCH', path, { body });
  }

  delete(path: string): Promise<Answer> {
    return this.#ask('DELETE', path, {});
  }

  /** A request that must be answered within the time of a probe. */
  probe(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('GET', path, { query }, this.account.timeouts.healthMs);
  }

  #ask(
    method: Method,
    path: string,
    { query = {}, body }: { query?: Record<string, string>; body?: Body },
    timeoutMs = this.account.timeouts.sendMs,
  ): Promise<Answer> {
    const written = body && this.account.write(body);
    const headers = { ...this.account.headers, ...(written && { 'content-type': written.contentType }) };
    return ask(this.url(path, query), timeoutMs, { method, headers, ...(written && { body: written.text }) });
  }
}
