import type { LookupResult, Receipt, Refusal, SendResult } from '../../../carriers/port.ts';
import { parseMoney } from '../../../platform/kit/money.ts';
import type { RecipientChange } from './apply-changes.ts';
import type { Attempt, Outcome } from './record-attempts.ts';
import type { AbandonedRecipient, ClaimedRecipient } from './claim.ts';

/** After so many failed attempts a message is given up and refunded: four minutes with the pauses below. */
const MAX_SETBACKS = 10;
/** A message that a busy carrier gave back goes at the soonest after this time; its rate does the rest. */
const BUSY_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

export const NO_CLEAR_ANSWER = 'The carrier gave no clear answer';
const TAKEN = 'The carrier took the message';

/** The carrier that answered, and all that there are. */
interface Asked {
  name: string;
  canBeAsked: boolean;
  all: readonly string[];
}

type Answered = Pick<
  ClaimedRecipient,
  'id' | 'message_id' | 'user_id' | 'number' | 'attempts' | 'refused_by' | 'setbacks'
>;

/**
 * What a carrier's answer means for its recipient. Null where the message may have left and the carrier can
 * be asked later.
 *
 * A refusal says that it did not leave: it is tried again where that may help, by another carrier where
 * this one will not carry it, else given up and refunded.
 */
export function outcomeOfSend(
  asked: Asked,
  claimed: Answered,
  result: Exclude<SendResult, { kind: 'late' }>,
  now: Date,
): Outcome {
  const recipient = { id: claimed.id, messageId: claimed.message_id };
  const provider = asked.name;
  if (result.kind === 'accepted') {
    const { carrierMessageId, carrierCost, partIds } = result;
    // It holds also where the claim ran out meanwhile: the carrier has it, and it must not go again.
    const from = ['queued', 'sending', 'unknown'] as const;
    return {
      recipient,
      change: { ...recipient, to: 'sent', from, provider, carrierMessageId, carrierCost, partIds },
      attempt: { provider, answer: 'accepted', words: TAKEN },
    };
  }
  // Nothing is sent while its outcome is unknown, so this is the answer to what was parked.
  const answered = { ...recipient, from: ['sending', 'unknown'], attempt: claimed.attempts } as const;
  const failure = { account: claimed.user_id, destination: claimed.number };
  if (result.kind === 'uncertain') {
    return {
      failure,
      recipient,
      change: asked.canBeAsked ? null : { ...answered, to: 'unknown', error: NO_CLEAR_ANSWER },
      attempt: { provider, answer: 'uncertain', detail: result.detail, words: NO_CLEAR_ANSWER },
    };
  }
  return {
    ...(result.blame === 'carrier' && { failure }),
    ...(result.blame === 'throttled' && { busyFor: result.retryAfterMs ?? 0 }),
    recipient,
    change: { ...answered, ...afterRefusal(asked, claimed, result, now) },
    attempt: { provider, answer: 'refused', code: result.code, words: result.customerWords },
  };
}

/** The same with why this carrier was asked, and for how much. */
export const withRoute = (
  outcome: Outcome,
  { route_by: by, route_cost: cost }: Pick<ClaimedRecipient, 'route_by' | 'route_cost'>,
): Outcome =>
  outcome.attempt && by !== null && cost !== null
    ? { ...outcome, attempt: { ...outcome.attempt, route: { by, cost: parseMoney(cost) } } }
    : outcome;

/** It was never handed over, so it may go at once. */
export function outcomeOfDelay(
  claimed: Pick<ClaimedRecipient, 'id' | 'message_id' | 'attempts'>,
  now: Date,
): Outcome {
  const recipient = { id: claimed.id, messageId: claimed.message_id };
  const change = {
    ...recipient,
    to: 'queued',
    from: ['sending'],
    attempt: claimed.attempts,
    dueAt: now,
  } as const;
  return { recipient, change, attempt: null };
}

function afterRefusal(
  { name, all }: Asked,
  { setbacks, refused_by }: Pick<ClaimedRecipient, 'setbacks' | 'refused_by'>,
  { retry, customerWords, blame, retryAfterMs = 0 }: Refusal,
  now: Date,
): Pick<RecipientChange, 'to' | 'error' | 'refund' | 'dueAt' | 'refusedBy' | 'setback'> {
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  // A carrier that is busy is well: it takes the message later, however often it says so.
  if (blame === 'throttled') return { to: 'queued', dueAt: after(Math.max(retryAfterMs, BUSY_PAUSE_MS)) };
  const refused = new Set([...refused_by, name]);
  const nobodyElse = retry === 'other-carrier' && all.every((carrier) => refused.has(carrier));
  if (retry === 'never' || nobodyElse || setbacks + 1 >= MAX_SETBACKS) {
    return { to: 'failed', error: customerWords, refund: true };
  }
  if (retry === 'other-carrier') return { to: 'queued', dueAt: now, refusedBy: name };
  return { to: 'queued', dueAt: after(pauseAfter(setbacks + 1)), setback: true };
}

/** 1 s after the first attempt, then twice as long each time. */
const pauseAfter = (attempt: number): number => Math.min(1000 * 2 ** (attempt - 1), LONGEST_PAUSE_MS);

/** What a carrier says became of a send that was never answered; null where it cannot be asked. */
export function outcomeOfLookup(
  abandoned: AbandonedRecipient,
  result: LookupResult | null,
  now: Date,
): Outcome {
  const { id, message_id: messageId, attempts: attempt, provider } = abandoned;
  const recipient = { id, messageId };
  const asked = { ...recipient, from: ['sending'], attempt } as const;
  if (result === null) {
    return {
      recipient,
      change: { ...asked, to: 'unknown', error: NO_CLEAR_ANSWER },
      attempt: { provider, answer: 'uncertain', detail: 'it cannot be asked', words: NO_CLEAR_ANSWER },
    };
  }
  if (result.kind === 'absent') {
    return {
      recipient,
      change: { ...asked, to: 'queued', dueAt: now },
      attempt: { provider, answer: 'absent', words: 'The carrier never received it, so it is sent again' },
    };
  }
  const { carrierMessageId, carrierCost } = result;
  return {
    recipient,
    change: { ...asked, to: 'sent', provider, carrierMessageId, carrierCost },
    attempt: { provider, answer: 'found', words: TAKEN },
  };
}

/** A later report goes before an earlier state, and an outcome never changes. */
const OPEN = ['queued', 'sending', 'unknown'] as const;

/**
 * What a delivery report means for its recipient. What a carrier took and could not deliver stays
 * charged, as the carrier charges for it; what it turns out to have refused is refunded.
 */
export function changeAfterReceipt(
  recipient: { id: string; messageId: string },
  receipt: Pick<Receipt, 'outcome' | 'customerWords'>,
): RecipientChange {
  const error = receipt.customerWords ?? undefined;
  switch (receipt.outcome) {
    case 'sent':
      return { ...recipient, to: 'sent', from: OPEN };
    case 'delivered':
      return { ...recipient, to: 'delivered', from: [...OPEN, 'sent'] };
    case 'undelivered':
      return { ...recipient, to: 'failed', from: [...OPEN, 'sent'], error };
    case 'refused':
      return { ...recipient, to: 'failed', from: [...OPEN, 'sent'], error, refund: true };
  }
}

/** What the trace keeps of a report: only that it went wrong, the rest stands with the recipient. */
export function attemptOfReceipt(
  provider: string,
  { outcome, customerWords, code }: Pick<Receipt, 'outcome' | 'customerWords' | 'code'>,
): Attempt | null {
  if (outcome === 'sent' || outcome === 'delivered') return null;
  const answer = outcome === 'refused' ? 'withdrawn' : 'undelivered';
  const words = customerWords ?? 'This number could not be reached';
  return { provider, answer, ...(code === undefined ? {} : { code }), words };
}
