import { Problem } from '../../platform/kit/errors.ts';
import type { Receipt, ReceiptOutcome, SignedNews } from '../port.ts';
import type { CallNews, CallReport } from '../voice-port.ts';
import type { Stamp } from './callback-signature.ts';
import { customerWords, type Fault } from './faults.ts';

/** A form whose signature was checked, and the content of its address. */
interface SignedForm {
  form: URLSearchParams;
  signature: string;
  stamp: Stamp;
}

/** The meaning of a carrier's words; null: the message has no result yet. */
export type Outcomes = Partial<Record<string, ReceiptOutcome | null>>;

/** The carrier's names of the fields and of the states in its reports. */
interface ReportWords {
  id: string;
  status: string;
  outcomes: Outcomes;
  /** By `ErrorCode`. */
  faults: Partial<Record<string, Fault>>;
}

/**
 * Reads a report about a message from a carrier that reports in forms.
 * @returns no news for a state that changes nothing, and for one that nobody knows
 * @throws malformed_request
 */
export function readMessageForm(
  { form, signature, stamp: { reference, staleAt } }: SignedForm,
  { id, status, outcomes, faults }: ReportWords,
): SignedNews<Receipt> {
  const seal = { signature, staleAt };
  const carrierMessageId = form.get(id);
  const said = form.get(status);
  if (!carrierMessageId || !said) throw new Problem('malformed_request', 'This report names no message');
  const outcome = outcomes[said];
  if (outcome === undefined) return { news: [], seal, unread: wordsOf(form) };
  if (outcome === null) return { news: [], seal };
  const failed = outcome === 'undelivered' || outcome === 'refused';
  const code = form.get('ErrorCode') ?? undefined;
  const receipt = {
    carrierMessageId,
    reference,
    outcome,
    customerWords: failed ? customerWords(faults[code ?? ''] ?? 'undelivered') : null,
    code: failed ? code : undefined,
  };
  return { news: [receipt], seal };
}

/** Shows that a report is genuine, and says nothing. */
const NOT_SHOWN = new Set(['sig', 'api-key', 'nonce']);

/** The fields of a report that was not understood. */
export const wordsOf = (fields: Iterable<[string, string]>): string =>
  [...fields]
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/**
 * Reads news of a call from a carrier that reports in forms.
 * @param news null if the form says nothing of importance
 * @throws malformed_request
 */
export function readCallForm(
  { signature, stamp: { reference, staleAt } }: Omit<SignedForm, 'form'>,
  { carrierCallId, news }: { carrierCallId: string | null; news: () => CallNews | null },
): SignedNews<CallReport> {
  if (!carrierCallId) throw new Problem('malformed_request', 'This is no news of a call');
  const said = news();
  return { news: said ? [{ reference, carrierCallId, news: said }] : [], seal: { signature, staleAt } };
}
