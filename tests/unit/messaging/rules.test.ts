import { changeAfterReceipt, outcomeOfSend } from '../../../src/services/messaging/delivery/read-answer.ts';
import { isSenderId } from '../../../src/shared/sender-id.ts';
import { messageStatus } from '../../../src/services/messaging/delivery/message-status.ts';
import { checkSendAt } from '../../../src/services/messaging/sending/check-send-at.ts';
import { Problem } from '../../../src/platform/kit/errors.ts';

test.each([
  ['Topline', true],
  ['My Shop 24', true],
  ['A&B-C.D_E', true],
  ['ElevenChars', true],
  ['TwelveLetter', false],
  ['+447911123456', true],
  ['447911123456', true],
  ['60777', true],
  ['12', false],
  ['+1234567890123456', false],
  ['Größe', false],
  ['<script>', false],
  ['   ', false],
])('%j as a sender: %p', (text, allowed) => {
  expect(isSenderId(text)).toBe(allowed);
});

const counts = { queued: 0, sent: 0, delivered: 0, failed: 0, unknown: 0, optedOut: 0 };
test.each([
  [{ queued: 3 }, 'queued'],
  [{ queued: 1, sent: 2 }, 'sending'],
  [{ queued: 1, failed: 2 }, 'sending'],
  [{ sent: 3 }, 'sent'],
  [{ sent: 1, delivered: 1, failed: 1 }, 'sent'],
  [{ unknown: 1, delivered: 2 }, 'sent'],
  [{ delivered: 3 }, 'delivered'],
  [{ failed: 3 }, 'failed'],
  [{ delivered: 2, failed: 1 }, 'partial'],
  [{ delivered: 2, optedOut: 1 }, 'delivered'],
  [{ queued: 2, optedOut: 1 }, 'queued'],
  [{ optedOut: 2 }, 'failed'],
] as const)('a message with %j is %s', (some, status) => {
  expect(messageStatus({ ...counts, ...some })).toBe(status);
});

test('a message that its owner stopped before any left is cancelled', () => {
  expect(messageStatus({ ...counts, failed: 3 }, true)).toBe('cancelled');
  expect(messageStatus({ ...counts, delivered: 1, failed: 2 }, true)).toBe('partial');
});

describe('a carrier’s answer', () => {
  const claimed = {
    id: 'r',
    message_id: 'm',
    user_id: 'u',
    sender_id: 'Topline',
    number: '+447700900123',
    attempts: 7,
    setbacks: 2,
    refused_by: [] as string[],
    bulk: true,
  };
  const now = new Date('2026-01-01T00:00:00Z');
  const refusal = { kind: 'refused', code: '1', customerWords: 'No', retry: 'later' } as const;
  const change = (
    result: Parameters<typeof outcomeOfSend>[2],
    more: Partial<typeof claimed> = {},
    canBeAsked = false,
  ) => {
    const asked = { name: 'one', canBeAsked, all: ['one', 'two'], busyMs: 10_000 };
    const changed = outcomeOfSend({ asked, now }, { ...claimed, ...more }, result).change;
    // The time is compared as a text: for `toMatchObject` one date is as good as another.
    return changed && { ...changed, dueAt: changed.dueAt?.toISOString() };
  };

  test('a refusal for good is refunded, one for now is tried again with a growing pause', () => {
    const refunded = { to: 'failed', refund: true, error: 'No' };
    expect(change({ ...refusal, retry: 'never' })).toMatchObject(refunded);
    expect(change(refusal)).toMatchObject({ to: 'queued', dueAt: '2026-01-01T00:00:04.000Z' });
    expect(change(refusal, { setbacks: 9 })).toMatchObject(refunded);
  });

  test('a carrier that is busy takes it later, however often it was', () => {
    const busy = { ...refusal, blame: 'throttled', retryAfterMs: 2000 } as const;
    expect(change(busy, { setbacks: 9 })).toMatchObject({ to: 'queued', dueAt: '2026-01-01T00:00:02.000Z' });
    // Another carrier may have it sooner than this one: a single message after ten seconds, the others after a set time.
    expect(change({ ...busy, retryAfterMs: 60_000 })).toMatchObject({ dueAt: '2026-01-01T00:00:10.000Z' });
    expect(change(busy, { bulk: false })).toMatchObject({ dueAt: '2026-01-01T00:00:00.500Z' });
    const ofSender = { ...busy, onlySender: true } as const;
    expect(change(ofSender, { bulk: false })).toMatchObject({ dueAt: '2026-01-01T00:00:02.000Z' });
  });

  test('a message that one carrier refuses goes to another at once, and is refunded when none is left', () => {
    const elsewhere = { ...refusal, retry: 'other-carrier' } as const;
    expect(change(elsewhere)).toMatchObject({ to: 'queued', dueAt: now.toISOString(), refusedBy: 'one' });
    expect(change(elsewhere, { refused_by: ['two'] })).toMatchObject({ to: 'failed', refund: true });
  });

  test('a message that may have left is never sent again by itself', () => {
    const uncertain = { kind: 'uncertain', detail: 'no answer' } as const;
    expect(change(uncertain)).toMatchObject({ to: 'unknown' });
    expect(change(uncertain, {}, true)).toBeNull();
  });

  test('a report never returns to an earlier state, and only what was refused is refunded', () => {
    const recipient = { id: 'r', messageId: 'm' };
    const after = (outcome: 'sent' | 'delivered' | 'undelivered' | 'refused') =>
      changeAfterReceipt(recipient, { outcome, customerWords: null });
    for (const outcome of ['sent', 'delivered', 'undelivered', 'refused'] as const) {
      expect(after(outcome).from).not.toContain('delivered');
      expect(after(outcome).from).not.toContain('failed');
    }
    expect(after('sent').from).not.toContain('sent');
    expect(after('undelivered').refund).toBeUndefined();
    expect(after('refused').refund).toBe(true);
  });
});

test('a message may be put off, by 90 days at most, and the last five minutes are now', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(checkSendAt(null, now)).toBeNull();
  expect(checkSendAt('2025-12-31T23:55:00.000Z', now)).toBeNull();
  expect(() => checkSendAt('2025-12-31T23:54:59.999Z', now)).toThrow(Problem);
  expect(checkSendAt('2026-01-01T02:00:00+01:00', now)).toEqual(new Date('2026-01-01T01:00:00Z'));
  expect(checkSendAt('2026-04-01T00:00:00.000Z', now)).toEqual(new Date('2026-04-01T00:00:00Z'));
  expect(() => checkSendAt('2026-04-01T00:00:00.001Z', now)).toThrow(Problem);
});
