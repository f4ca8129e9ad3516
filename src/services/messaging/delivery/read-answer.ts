import type { LookupResult, Receipt, Refusal, SendResult } from '../../../carriers/port.ts';
import { failureOf } from '../../../carriers/traffic.ts';
import { REASONS } from '../../../shared/reasons.ts';
import { parseMoney } from '../../../platform/kit/money.ts';
import type { RecipientChange } from './apply-changes.ts';
import type { Attempt, Outcome } from './record-attempts.ts';
import type { ClaimedRecipient } from './claim.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/** After this many failed attempts a message is given up and refunded: four minutes with the pauses below. */
const MAX_SETBACKS = 10;
/**
 * The earliest time at which a message is sent again after a busy carrier gave it back; the carrier's rate does
 * the rest.
 */
const BUSY_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = MINUTE_MS;

export const NO_CLEAR_ANSWER = REASONS.no_clear_answer;
export const TAKEN = 'The carrier took the message';

/** The carrier that answered, and all carriers. */
interface Asked {
  name: string;
  canBeAsked: boolean;
  all: readonly string[];
  /** For how long it may be too busy for messages to many. */
  busyMs: number;
  /** It is the first answer about the recipient of a message to a few. */
  isFirst?: boolean;
}

type Answered = Pick<
  ClaimedRecipient,
  'id' | 'message_id' | 'user_id' | 'number' | 'sender_id' | 'attempts' | 'refused_by' | 'setbacks' | 'bulk'
>;

/**
 * Turns a carrier's answer into the change of its recipient. Null if the message may have been sent and the carrier can
 * be asked later.
 *
 * A refusal means that the message was not sent: it is tried again if that may help, or sent by another carrier if this
 * one refuses it, otherwise given up and refunded.
 */
export function outcomeOfSend(
  { asked, now }: { asked: Asked; now: Date },
  claimed: Answered,
  result: Exclude<SendResult, { kind: 'late' }>,
): Outcome {
  const recipient = { id: claimed.id, messageId: claimed.message_id };
  const provider = asked.name;
  if (result.kind === 'accepted') {
    const { carrierMessageId, carrierCost, carrierPrice, partIds } = result;
    // This holds even if the claim has ended meanwhile: the carrier has the message, and it must not be sent again.
    const from = ['queued', 'sending', 'unknown'] as const;
    return {
      recipient,
      change: {
        ...{ ...recipient, to: 'sent', from, provider, carrierMessageId },
        ...{ carrierCost, carrierPrice, partIds },
      },
      attempt: { provider, answer: 'accepted', words: TAKEN, isPlain: asked.isFirst },
    };
  }
  // A recipient with an unknown result is not sent, so this is the answer to the earlier attempt.
  const answered = { ...recipient, from: ['sending', 'unknown'], attempt: claimed.attempts } as const;
  const failure = failureOf(result, { account: claimed.user_id, destination: claimed.number });
  if (result.kind === 'uncertain') {
    return {
      ...(failure && { failure }),
      recipient,
      change: asked.canBeAsked ? null : { ...answered, to: 'unknown', error: NO_CLEAR_ANSWER },
      attempt: { provider, answer: 'uncertain', detail: result.detail, words: NO_CLEAR_ANSWER },
    };
  }
  return {
    ...(failure && { failure }),
    ...(result.blame === 'throttled' && {
      busyFor: result.retryAfterMs ?? 0,
      ...(result.onlySender && { busySender: claimed.sender_id }),
    }),
    recipient,
    change: { ...answered, ...afterRefusal(asked, claimed, result, now) },
    attempt: { provider, answer: 'refused', code: result.code, words: result.customerWords },
  };
}

/** The same, with the reason for this carrier, and its price where prices are known. */
export const withRoute = (
  outcome: Outcome,
  { route_by: by, route_cost: cost }: Pick<ClaimedRecipient, 'route_by' | 'route_cost'>,
): Outcome =>
  outcome.attempt && by !== null
    ? {
        ...outcome,
        attempt: { ...outcome.attempt, route: { by, cost: cost === null ? null : parseMoney(cost) } },
      }
    : outcome;

/** Tells whether it is too late to be useful. */
export const isTooLate = ({ validity_minutes: minutes }: Pick<ClaimedRecipient, 'validity_minutes'>): boolean =>
  minutes !== null && minutes <= 0;

/** It waited too long to be useful: it is refunded and not sent. */
export function outcomeOfExpiry(claimed: Pick<ClaimedRecipient, 'id' | 'message_id' | 'attempts'>): Outcome {
  const recipient = { id: claimed.id, messageId: claimed.message_id };
  const error = REASONS.expired;
  const answered = { from: ['sending'], attempt: claimed.attempts } as const;
  return {
    recipient,
    change: { ...recipient, ...answered, to: 'failed', error, refund: true },
    attempt: null,
  };
}

/** The recipient has asked for no messages meanwhile: it is refunded and not sent. */
export function outcomeOfOptOut(claimed: Pick<ClaimedRecipient, 'id' | 'message_id' | 'attempts'>): Outcome {
  const recipient = { id: claimed.id, messageId: claimed.message_id };
  const answered = { from: ['sending'], attempt: claimed.attempts } as const;
  return {
    recipient,
    change: { ...recipient, ...answered, to: 'opted_out', refund: true },
    attempt: null,
  };
}

/** It was never handed over, so it may be sent: at once, or from a later time on. */
export function outcomeOfDelay(
  claimed: Pick<ClaimedRecipient, 'id' | 'message_id' | 'attempts'>,
  dueAt: Date,
): Outcome {
  const recipient = { id: claimed.id, messageId: claimed.message_id };
  const change = {
    ...recipient,
    to: 'queued',
    from: ['sending'],
    attempt: claimed.attempts,
    dueAt,
  } as const;
  return { recipient, change, attempt: null };
}

function afterRefusal(
  { name, all, busyMs }: Asked,
  { setbacks, refused_by, bulk }: Pick<ClaimedRecipient, 'setbacks' | 'refused_by' | 'bulk'>,
  { retry, customerWords, blame, onlySender, retryAfterMs = 0 }: Refusal,
  now: Date,
): Pick<RecipientChange, 'to' | 'error' | 'refund' | 'dueAt' | 'refusedBy' | 'setback'> {
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  // A busy carrier is healthy: it takes the message later, however often it refuses now. It gets nothing during the pause
  // that it asked for, but another carrier may take the message sooner.
  if (blame === 'throttled') {
    const pause = onlySender ? retryAfterMs : Math.min(retryAfterMs, bulk ? busyMs : BUSY_PAUSE_MS);
    return { to: 'queued', dueAt: after(Math.max(pause, BUSY_PAUSE_MS)) };
  }
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

/** A recipient whose claim has ended: its process is gone, or lost the carrier's answer. */
export interface AbandonedRecipient {
  id: string;
  message_id: string;
  attempts: number;
  provider: string;
}

/** Turns a carrier's answer about a send that it never answered into a change; null if it cannot be asked. */
export function outcomeOfLookup(abandoned: AbandonedRecipient, result: LookupResult | null, now: Date): Outcome {
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

/** A report replaces any earlier state, but a final result never changes. */
const OPEN = ['queued', 'sending', 'unknown'] as const;

/**
 * Turns a delivery report into the change of its recipient. A message that the carrier took and could not deliver stays
 * charged, because the carrier charges for it; a message that the carrier refused after all is refunded.
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

/** The trace of a report stores only that it failed. The rest is stored with the recipient. */
export function attemptOfReceipt(
  provider: string,
  { outcome, customerWords, code }: Pick<Receipt, 'outcome' | 'customerWords' | 'code'>,
): Attempt | null {
  if (outcome === 'sent' || outcome === 'delivered') return null;
  const answer = outcome === 'refused' ? 'withdrawn' : 'undelivered';
  const words = customerWords ?? 'This number could not be reached';
  return { provider, answer, ...(code === undefined ? {} : { code }), words };
}
