import { boxInstruction, type BOX_REPORTS, type BoxInstruction } from './contract.ts';

/** What Topline is told of a call. */
export interface BoxReport {
  happened: (typeof BOX_REPORTS)[number];
  /** Of the instruction that it is about. */
  step: number;
  digit?: string;
}

/** Pauses between attempts, in milliseconds. A caller waits meanwhile. */
const PAUSES_MS = [250, 500, 1000, 2000];
const ANSWER_MS = 5000;
const UPLOAD_MS = 30_000;
/** Statuses of today: the same may be taken tomorrow. */
const PASSING = new Set([401, 403, 408, 429]);

/** Asks Topline what to do with calls. */
export class ToplineClient {
  readonly #url: string;
  readonly #token: string;

  constructor({ url, token }: { url: string; token: string }) {
    this.#url = url;
    this.#token = token;
  }

  /** @returns what to do, or null where it does not say so after some attempts */
  async instruct(callId: string, report: BoxReport): Promise<BoxInstruction | null> {
    const response = await this.#askAgain(`/api/sip/box-calls/${callId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    if (!response?.ok) return null;
    return boxInstruction.safeParse(await response.json().catch(() => null)).data ?? null;
  }

  /** @returns a WAV file, or null where there is none */
  async fetchSound(path: string): Promise<Uint8Array | null> {
    const response = await this.#askAgain(path, { method: 'GET' });
    return response?.ok ? response.bytes().catch(() => null) : null;
  }

  /** Sends what a caller said. @returns whether Topline has it, will not take it, or could not take it now */
  async upload(callId: string, wav: Bun.BunFile): Promise<'kept' | 'refused' | 'later'> {
    const response = await this.#ask(
      `/api/sip/box-calls/${callId}/recording`,
      { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: await wav.bytes() },
      UPLOAD_MS,
    );
    if (response?.ok) return 'kept';
    if (!response || response.status >= 500 || PASSING.has(response.status)) return 'later';
    return 'refused';
  }

  async #askAgain(path: string, init: RequestInit): Promise<Response | null> {
    for (const pause of PAUSES_MS) {
      const response = await this.#ask(path, init, ANSWER_MS);
      if (response && response.status < 500) return response;
      await Bun.sleep(pause);
    }
    return this.#ask(path, init, ANSWER_MS);
  }

  /** @returns null where nothing answers */
  #ask(path: string, init: RequestInit, withinMs: number): Promise<Response | null> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#token}`);
    const signal = AbortSignal.timeout(withinMs);
    return fetch(new URL(path, this.#url), { ...init, headers, signal }).catch(() => null);
  }
}
