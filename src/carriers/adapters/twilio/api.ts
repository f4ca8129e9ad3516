import type { TwilioSettings } from '../../settings.ts';
import { type Answer, ask, type Timeouts } from '../http-carrier.ts';

/** Twilio's REST API as an account of ours uses it, for messages, numbers and calls alike. */
export class TwilioApi {
  readonly headers: Record<string, string>;
  readonly #account: string;
  readonly #timeouts: Timeouts;

  constructor({ baseUrl, accountSid, authToken }: TwilioSettings, timeouts: Timeouts) {
    this.headers = {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    };
    this.#account = `${baseUrl}/2010-04-01/Accounts/${accountSid}`;
    this.#timeouts = timeouts;
  }

  /** Something of our account's. */
  url(path: string, query: Record<string, string> = {}): URL {
    const url = new URL(this.#account + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return ask(this.url(path, query), this.#timeouts.sendMs, { headers: this.headers });
  }

  post(path: string, form: Record<string, string> | URLSearchParams): Promise<Answer> {
    const body = new URLSearchParams(form);
    return ask(this.url(path), this.#timeouts.sendMs, { method: 'POST', body, headers: this.headers });
  }

  delete(path: string): Promise<Answer> {
    return ask(this.url(path), this.#timeouts.sendMs, { method: 'DELETE', headers: this.headers });
  }

  /** The account itself, in the time that a probe has. */
  account(): Promise<Answer> {
    return ask(this.url('.json'), this.#timeouts.healthMs, { headers: this.headers });
  }
}
