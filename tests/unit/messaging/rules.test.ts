import { describe, expect, test } from 'bun:test';
import { changeAfterReceipt, changeAfterSend } from '../../../src/messaging/outcome.ts';
import { isSenderId } from '../../../src/messaging/sender-id.ts';
import { messageStatus } from '../../../src/messaging/status.ts';
import { Throttle } from '../../../src/messaging/throttle.ts';

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

const counts = { queued: 0, sent: 0, delivered: 0, failed: 0, unknown: 0 };
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
] as const)('a message with %j is %s', (some, status) => {
  expect(messageStatus({ ...counts, ...some })).toBe(status);
});

describe('what a carrier’s answer means', () => {
  const carrier = { name: 'one' };
  const claimed = { id: 'r', message_id: 'm', attempts: 3 };
  const now = new Date('2026-01-01T00:00:00Z');
  const refusal = { kind: 'refused', code: '1', customerWords: 'No', retry: 'later' } as const;

  test('a refusal for good is refunded, one for now is tried again with a growing pause', () => {
    expect(changeAfterSend(carrier, claimed, { ...refusal, retry: 'never' }, now)).toMatchObject({
      to: 'failed',
      refund: true,
      error: 'No',
    });
    expect(changeAfterSend(carrier, claimed, refusal, now)).toMatchObject({
      to: 'queued',
      dueAt: new Date('2026-01-01T00:00:04Z'),
    });
    expect(changeAfterSend(carrier, { ...claimed, attempts: 10 }, refusal, now)).toMatchObject({
      to: 'failed',
      refund: true,
    });
  });

  test('what may have left is never sent again by itself', () => {
    const uncertain = { kind: 'uncertain', detail: 'no answer' } as const;
    expect(changeAfterSend(carrier, claimed, uncertain, now)).toMatchObject({ to: 'unknown' });
    const lookup = async () => ({ kind: 'absent' }) as const;
    expect(changeAfterSend({ ...carrier, lookup }, claimed, uncertain, now)).toBeNull();
  });

  test('a report never leads back, and only what was refused is refunded', () => {
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

test('a carrier gets no more than its limits at once or in a second', () => {
  const throttle = new Throttle({ concurrency: 15, perSecond: 100 }, 0);
  expect(throttle.room(0)).toBe(10);
  throttle.begin(10);
  expect(throttle.room(0)).toBe(0);
  expect(throttle.refillMs).toBe(100);
  // The allowance is back, but only five more may be under way.
  expect(throttle.room(100)).toBe(5);
  throttle.end(10);
  expect(throttle.room(100)).toBe(10);
});
