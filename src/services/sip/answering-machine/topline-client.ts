import { machineInstruction, type MACHINE_REPORTS, type MachineInstruction } from './contract.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';

/** A report to Topline about a call. */
export interface MachineReport {
  happened: (typeof MACHINE_REPORTS)[number];
  /** The step of the instruction that it is about. */
  step: number;
  digit?: string;
}

/** Pauses between attempts, in milliseconds. A caller waits meanwhile. */
const PAUSES_MS = [250, 500, 1000, 2000];
const ANSWER_MS = 5000;
const UPLOAD_MS = 30_000;
/** Statuses of today: the same may be taken tomorrow. */
const PASSING = new Set([401, 403, 408, 429]);

/** The result of a report: Topline has it, will not take it, or could not take it now. */
export type Outcome = 'kept' | 'refused' | 'later';

interface Answer {
  status: number;
  body: Uint8Array;
}

const pathOf = (callId: string): string => `/api/sip/machine-calls/${callId}`;

const reporting = (report: MachineReport): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(report),
});

function outcomeOf(answer: Answer | null): Outcome {
  if (!answer || answer.status >= 500 || PASSING.has(answer.status)) return 'later';
  return answer.status < 300 ? 'kept' : 'refused';
}

/** Asks Topline what to do with calls. */
export class ToplineClient {
  constructor(private readonly server: { url: string; token: string }) {}

  /** @returns what to do, or null where it does not say so after some attempts */
  async instruct(callId: string, report: MachineReport): Promise<MachineInstruction | null> {
    const answer = await this.#askAgain(pathOf(callId), reporting(report));
    if (answer?.status !== 200) return null;
    return machineInstruction.safeParse(parseJson(Buffer.from(answer.body).toString())).data ?? null;
  }

  /** @returns a WAV file, or null where there is none */
  async fetchSound(path: string): Promise<Uint8Array | null> {
    const answer = await this.#askAgain(path, { method: 'GET' });
    return answer?.status === 200 ? answer.body : null;
  }

  /** Sends what a caller said. */
  async upload(callId: string, wav: Uint8Array<ArrayBuffer>): Promise<Outcome> {
    return this.put(`${pathOf(callId)}/recording`, wav);
  }

  async put(path: string, wav: Uint8Array<ArrayBuffer>): Promise<Outcome> {
    const sending = { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: wav };
    return outcomeOf(await this.#ask(path, sending, UPLOAD_MS));
  }

  /** Says that a call has gone, but not for its caller. */
  async notifyOfLost(callId: string): Promise<Outcome> {
    return outcomeOf(await this.#ask(pathOf(callId), reporting({ happened: 'lost', step: 0 }), ANSWER_MS));
  }

  async #askAgain(path: string, init: RequestInit): Promise<Answer | null> {
    for (const pause of PAUSES_MS) {
      const answer = await this.#ask(path, init, ANSWER_MS);
      if (answer && answer.status < 500) return answer;
      await Bun.sleep(pause);
    }
    return this.#ask(path, init, ANSWER_MS);
  }

  /** @returns null where nothing answers */
  async #ask(path: string, init: RequestInit, withinMs: number): Promise<Answer | null> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.server.token}`);
    const signal = AbortSignal.timeout(withinMs);
    try {
      const response = await fetch(new URL(path, this.server.url), { ...init, headers, signal });
      return { status: response.status, body: await response.bytes() };
    } catch {
      return null;
    }
  }
}
