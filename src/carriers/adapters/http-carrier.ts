import type { Logger } from 'pino';
import type { z } from 'zod';
import { fromUnits, type Money, parseMoney } from '../../platform/kit/money.ts';
import {
  type Adapter,
  type Carrier,
  type CarrierPrice,
  type CarrierHost,
  type Health,
  HEALTH_TIMEOUT_MS,
  type Refusal,
  SEND_TIMEOUT_MS,
} from '../port.ts';
import type { CarrierSettings } from './carrier-settings.ts';
import { type Fault, refused } from './faults.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { parseJson } from '../../platform/kit/parse-json.ts';
import { asStep, cameToStatus, requestHeaders, type Step } from '../../platform/kit/request.ts';

/**
 * Makes the adapter of a carrier that is asked over HTTP. Tests give it shorter timeouts.
 * @param open opens it with its settings: one credential for messages, calls and numbers
 */
export const httpAdapter =
  <Settings>(
    name: string,
    settings: CarrierSettings<Settings>,
    open: (host: CarrierHost, settings: Settings, timeouts: Timeouts) => Carrier,
    { pricedLater = [] }: Pick<Adapter, 'pricedLater'> = {},
  ) =>
  (timeouts: Timeouts = TIMEOUTS): Adapter => ({
    name,
    environment: settings.environment,
    pricedLater,
    configured: (config) => settings.read(config) !== null,
    open: (host) => {
      const set = settings.read(host.config);
      if (!set) throw new TypeError(`${name} is not configured`);
      return open(host, set, timeouts);
    },
  });

/** How long an adapter waits for its carrier. */
export interface Timeouts {
  sendMs: number;
  healthMs: number;
}

/** A little shorter than the program's own timeout, so that the adapter's text is the one that is stored. */
export const TIMEOUTS: Timeouts = { sendMs: SEND_TIMEOUT_MS - 500, healthMs: HEALTH_TIMEOUT_MS - 500 };

export type Answer =
  /** `body` is the parsed JSON; undefined if the body is not JSON. */
  | { kind: 'answered'; status: number; body: unknown; retryAfterMs?: number }
  /** There was never a connection to send it over. */
  | { kind: 'not-sent'; detail: string }
  /** It may have arrived. */
  | { kind: 'no-answer'; detail: string };

/**
 * The codes with which Bun reports a fault before a byte was sent. After any other fault it is unknown
 * whether the carrier has the request: also after a broken TLS connection, and after an unreachable host,
 * which an open connection may report.
 */
const BEFORE_SENDING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Asks a carrier over HTTP; it never rejects. Bun does not repeat a POST by itself, and redirects are not followed. */
export async function ask(url: string | URL, timeoutMs: number, init: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await asStep(stepOf(new URL(url), init), () => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(requestHeaders())) headers.set(name, value);
      return fetch(url, { ...init, headers, signal, redirect: 'manual' });
    });
    const text = await response.text();
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
    return { kind: 'answered', status: response.status, body: parseJson(text), retryAfterMs };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: BEFORE_SENDING.has(code) ? 'not-sent' : 'no-answer', detail };
  }
}

/** Without the path, which may have numbers and our account. */
const stepOf = ({ hostname, port, protocol }: URL, { method = 'GET' }: RequestInit): Step<{ status: number }> => ({
  name: method,
  kind: 'client',
  attributes: {
    ...{ 'http.request.method': method, 'server.address': hostname },
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  },
  cameTo: (response) => cameToStatus(response, 400),
});

/** The longest pause that a carrier can ask for. */
const LONGEST_PAUSE_MS = MINUTE_MS;

/** Seconds or a date (RFC 9110, section 10.2.3), in milliseconds from now; undefined if it says neither. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_PAUSE_MS);
}

/**
 * The certain meaning of an answer other than success: not sent, or refused with a 4xx. For any other answer
 * (a fault at the carrier, a timeout during its work) it is unknown whether the request was carried out.
 */
export function refusalFrom(
  answer: Answer,
  { log, carrier }: { log: Logger; carrier: string },
  explain: (status: number, body: unknown) => { code: string; fault: Fault },
): Refusal | { kind: 'uncertain'; detail: string } {
  if (answer.kind === 'not-sent') return refused('unreachable', 'unreachable');
  if (answer.kind === 'no-answer') return { kind: 'uncertain', detail: answer.detail };
  const { status, body } = answer;
  if (status >= 400 && status < 500 && status !== 408) {
    const { code, fault } = explain(status, body);
    return { ...refusedFor(log, { carrier, code, fault }), ...pauseOf(answer, fault) };
  }
  return { kind: 'uncertain', detail: `HTTP ${status}` };
}

const pauseOf = ({ retryAfterMs }: { retryAfterMs?: number }, fault: Fault) =>
  (fault === 'throttled' || fault === 'sender_throttled') && retryAfterMs !== undefined ? { retryAfterMs } : {};

/**
 * A certain refusal.
 * @throws Error if the result is unknown
 */
export function certainly(result: Refusal | { kind: 'uncertain'; detail: string }, carrier: string): Refusal {
  if (result.kind === 'uncertain') throw new Error(`${carrier}: ${result.detail}`);
  return result;
}

/** A refusal; one that only an administrator can correct is also logged. */
export function refusedFor(
  log: Logger,
  { carrier, code, fault }: { carrier: string; code: string; fault: Fault },
): Refusal {
  if (fault === 'account') log.error({ carrier, code }, 'the carrier refuses our account');
  return refused(code, fault);
}

/** The meaning of a 4xx with an unknown code. */
export function faultOfStatus(status: number): Fault {
  if (status === 429) return 'throttled';
  // A 403 may be about this request only; the probe checks our credentials.
  return [401, 402].includes(status) ? 'account' : 'other';
}

/** The content of a success; undefined if the answer is no success, or has another form than expected. */
export function success<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> | undefined {
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status > 299) return undefined;
  return schema.safeParse(answer.body).data;
}

/** A carrier's state by its answer to a small question: up if it answers 200 and `down` finds no fault. */
export function healthFrom(answer: Answer, down: (body: unknown) => string | null = () => null): Health {
  if (answer.kind !== 'answered') return { healthy: false, detail: answer.detail };
  // A busy carrier is healthy: it takes fewer messages, and no other carrier replaces it.
  if (answer.status === 429) return { healthy: true, detail: 'HTTP 429: busy' };
  if (answer.status !== 200) return { healthy: false, detail: `HTTP ${answer.status}` };
  const detail = down(answer.body);
  return { healthy: detail === null, detail };
}

/** A success; otherwise it rejects, because the result is unknown. For questions that change nothing. */
export function expectOk(answer: Answer, carrier: string): unknown {
  if (answer.kind !== 'answered') throw new Error(`${carrier}: ${answer.detail}`);
  if (answer.status < 200 || answer.status > 299) throw new Error(`${carrier}: HTTP ${answer.status}`);
  return answer.body;
}

/**
 * Confirms that something is gone now; what did not exist counts as gone. It rejects if that is not certain.
 */
export function expectGone(answer: Answer, carrier: string): void {
  if (answer.kind === 'answered' && answer.status === 404) return;
  expectOk(answer, carrier);
}

/** The carrier's charge, if it is in pounds; other currencies are not converted. Rounded up. */
export function poundsFrom(amount: string | null | undefined, currency: string | null | undefined): Money | undefined {
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(amount ?? '') ?? [];
  if (whole === undefined || currency?.toUpperCase() !== 'GBP') return undefined;
  const exact = parseMoney(`${whole}.${fraction.slice(0, 4).padEnd(4, '0')}`);
  return /[1-9]/.test(fraction.slice(4)) ? fromUnits(exact + 1n) : exact;
}

/** The price in a carrier's answer; null if it has none yet. */
export const priceFrom = (
  amount: string | null | undefined,
  currency: string | null | undefined,
): CarrierPrice | null => (amount && currency ? { amount, currency: currency.toUpperCase() } : null);

/** A numeric sender in the form that carriers want: with its plus, unless it is a short code or a name. */
export const withPlus = (sender: string): string => (/^\d{7,15}$/.test(sender) ? `+${sender}` : sender);
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');
