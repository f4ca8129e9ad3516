import type { Logger } from 'pino';
import type { CallEnd, CallNews, CallResult } from '../voice-port.ts';
import type { Refusal } from '../port.ts';
import { faultOfStatus, type Answer } from './http-carrier.ts';
import type { Money } from '../../platform/kit/money.ts';
import { type Sentence } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/errors.ts';

/**
 * Why carriers refuse calls: the text for the customer, and what can be done. The adapters map their codes to these.
 */
const CALL_FAULTS = {
  caller_id: {
    customerWords: 'The carrier does not allow this caller ID: it must be a number of yours that it knows',
    retry: 'other-carrier',
  },
  invalid_number: { customerWords: 'This number does not exist or cannot be called', retry: 'never' },
  blocked: { customerWords: 'Calls to this number are blocked', retry: 'never' },
  no_route: { customerWords: 'This destination cannot be called at the moment', retry: 'other-carrier' },
  /** A fault of our own account there: administrators correct it, and customers are not told. */
  account: { customerWords: 'The carrier did not take the call', retry: 'other-carrier', blame: 'carrier' },
  other: { customerWords: 'The carrier did not take the call', retry: 'other-carrier' },
  throttled: { customerWords: 'The carrier is busy', retry: 'later', blame: 'throttled' },
  unreachable: { customerWords: 'The carrier could not be reached', retry: 'later', blame: 'carrier' },
  rejected: { customerWords: 'The call was rejected', retry: 'never' },
} as const satisfies Record<string, Pick<Refusal, 'customerWords' | 'retry' | 'blame'>>;

export type CallFault = keyof typeof CALL_FAULTS;

export const callWords = (fault: CallFault): string => CALL_FAULTS[fault].customerWords;

/**
 * The certain meaning of an answer other than success to a call that was to be placed: never sent, or
 * refused. For any other answer it is unknown whether the call is ringing.
 */
export function callRefusal(
  answer: Answer,
  { log, carrier }: { log: Logger; carrier: string },
  explain: (body: unknown) => { code: string; fault: CallFault | undefined } | undefined,
): Exclude<CallResult, { kind: 'accepted' }> {
  if (answer.kind === 'not-sent') return { kind: 'refused', code: 'unreachable', ...CALL_FAULTS.unreachable };
  if (answer.kind === 'no-answer') return { kind: 'uncertain', detail: answer.detail };
  const { status, body } = answer;
  if (status < 400 || status > 499 || status === 408) return { kind: 'uncertain', detail: `HTTP ${status}` };
  const explained = explain(body);
  const code = explained?.code ?? String(status);
  const fault = explained?.fault ?? callFaultOfStatus(status);
  if (fault === 'account') log.error({ carrier, code }, 'the carrier refuses our account');
  return { kind: 'refused', code, ...CALL_FAULTS[fault] };
}

const callFaultOfStatus = (status: number): CallFault => {
  const fault = faultOfStatus(status);
  return fault === 'throttled' || fault === 'account' ? fault : 'other';
};

const NUMBER = /^\+?\d{7,15}$/;

/** The reason why a carrier that can only show numbers refuses a caller ID. */
export const numberOnly = (callerId: string): Sentence | null =>
  NUMBER.test(callerId.replace(/[ .-]/g, '')) ? null : sentence('callerIdNumber', { example: '+447911123456' });

/** A caller ID that `numberOnly` accepts, in E.164. */
export const callerNumber = (callerId: string): string => `+${callerId.replace(/\D/g, '')}`;

/** That a call ended. @param lasted seconds, if it was answered */
export const endedNews = (end: CallEnd, lasted: string | number | null | undefined, carrierCost?: Money) => ({
  kind: 'ended' as const,
  end,
  duration: end === 'completed' && (lasted ?? '') !== '' ? Number(lasted) : null,
  carrierCost,
  customerWords: end === 'failed' ? callWords('no_route') : null,
});

/** A call that rings or was answered, by Twilio's word for its state, which is Plivo's as well. */
export function stateNews(status: string): CallNews | null {
  if (status === 'ringing') return { kind: 'ringing' };
  return status === 'in-progress' ? { kind: 'answered' } : null;
}

/** Reads the news about a call from the form of a report; null where it has none that counts. */
export function newsOfForm(
  form: URLSearchParams,
  { ends, lasted }: { ends: Readonly<Record<string, CallEnd>>; lasted: string | null },
): CallNews | null {
  const status = form.get('CallStatus') ?? '';
  const end = ends[status];
  return end ? endedNews(end, lasted) : stateNews(status);
}
