import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { VonageSettings, VonageVoiceSettings } from './credential.ts';
import { type Answer, ask, type Timeouts } from '../http-carrier.ts';

/** Long enough for a request, and too short to be useful to a person who finds it later. */
const TOKEN_SECONDS = 300;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Vonage's APIs: those of the account, for messages and numbers, and those of the application, for calls. */
export class VonageApi {
  constructor(
    private readonly settings: VonageSettings,
    private readonly clock: Clock,
    private readonly timeouts: Timeouts,
  ) {}

  /** Sends one message; the key is one of its fields. */
  sendSms(fields: Record<string, string>): Promise<Answer> {
    const { apiKey, apiSecret, baseUrl } = this.settings;
    const body = new URLSearchParams({ api_key: apiKey, api_secret: apiSecret, ...fields });
    return ask(`${baseUrl}/sms/json`, this.timeouts.sendMs, { method: 'POST', body });
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return ask(this.#ofAccount(path, query), this.timeouts.sendMs);
  }

  post(path: string, fields: Record<string, string>): Promise<Answer> {
    const body = new URLSearchParams(fields);
    return ask(this.#ofAccount(path), this.timeouts.sendMs, { method: 'POST', body });
  }

  /** A question with the time limit of a probe. */
  probe(path: string): Promise<Answer> {
    return ask(this.#ofAccount(path), this.timeouts.healthMs);
  }

  /** A request of the application that places calls. */
  asApplication(voice: VonageVoiceSettings, path: string, method: Method = 'GET', body?: object): Promise<Answer> {
    const headers: Record<string, string> = this.headersOf(voice);
    if (body) headers['content-type'] = 'application/json';
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return ask(voice.baseUrl + path, this.timeouts.sendMs, init);
  }

  /** A question about the account's applications or, with a body, a change of one. */
  ofApplications(
    { baseUrl }: VonageVoiceSettings,
    { path, headers, body }: { path: string; headers: Record<string, string>; body?: object },
  ): Promise<Answer> {
    const change = body && {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return ask(baseUrl + path, this.timeouts.sendMs, change ?? { headers });
  }

  /** With a JSON Web Token of the application, signed with its private key. */
  headersOf({ applicationId, privateKey }: VonageVoiceSettings): Record<string, string> {
    const issued = Math.floor(this.clock.now().getTime() / 1000);
    const claims = { application_id: applicationId, iat: issued, exp: issued + TOKEN_SECONDS };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ ...claims, jti: randomUUID() })}`;
    const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey(privateKey));
    return { authorization: `Bearer ${text}.${signature.toString('base64url')}` };
  }

  #ofAccount(path: string, query: Record<string, string> = {}): URL {
    const { apiKey, apiSecret, baseUrl } = this.settings;
    const url = new URL(baseUrl + path);
    url.search = new URLSearchParams({ ...query, api_key: apiKey, api_secret: apiSecret }).toString();
    return url;
  }
}
