import { and, count, desc, eq, gte, lt, sql as template } from 'drizzle-orm';
import { testMessages } from '../../../../db/schema/index.ts';
import type { Sender } from '../../../callers/credentials.ts';
import { SANDBOX_ENDINGS } from '../../../carriers/adapters/sandbox/catalogue.ts';
import { admit } from '../../../callers/guards.ts';
import type { IdempotencyKey } from '../../../callers/route.ts';
import { answerOnce } from '../../../edge/http/idempotency.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { Page, type StoredAnswer } from '../../../platform/kit/answer.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { firstIdAt, newId } from '../../../platform/kit/ids.ts';
import { countParts } from '../../../shared/parts.ts';
import { REASONS } from '../../../shared/reasons.ts';
import type { Deps } from '../../deps.ts';
import { requireSender } from '../../senders/require-sender.ts';
import { MOST_TESTED, type RecipientDelivery, sendSms as endpoint, smsMessage, type SmsMessage } from '../contract.ts';
import { messageStatus } from '../delivery/message-status.ts';
import { messageStatusEvent } from '../events.ts';
import type { MessageFilters } from '../history/list.ts';
import { readInput, type SendInput } from './send.ts';
import { personalise } from './write-personal-texts.ts';

/** The most tests of an account in a day, and numbers in each. */
const MOST = { count: 10_000, most: MOST_TESTED };
const NOTHING = '0.0000';

type Outcome = 'delivered' | 'failed' | 'sent';
/** Simulated carriers answer in the same way: they refuse these numbers, and report nothing of those. */
const outcomeOf = (number: string): Outcome =>
  number.endsWith(SANDBOX_ENDINGS.refused)
    ? 'failed'
    : number.endsWith(SANDBOX_ENDINGS.unreported)
      ? 'sent'
      : 'delivered';

/**
 * Sends by a test key, or as a test: the message is checked and read as any other, kept apart from those, and ends at
 * once. The charging statement, the queue, carriers and figures know nothing of it.
 * @throws as `sendSms`, but nothing about credit, prices, limits and opt-outs; not_allowed_now (too many tests)
 */
export async function sendTest(
  { deps, credential, idempotencyKey }: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  given: SendInput,
): Promise<StoredAnswer> {
  const { owner, senderId } = given;
  const actor = await admit(deps, credential, endpoint, owner);
  const { input, message, replaced, sendAt, rows } = await readInput(deps, given);
  const numbers = [...rows.keys()];
  if (numbers.length > MOST.most) throw new Problem('not_allowed_now', sentence('testsFull', MOST));
  const places = [...rows.values()];
  await requireSender(deps, { userId: owner, sender: senderId, numbers }, (place) => `recipients.${places[place]}`);
  const personal = await personalise(input, places);
  return transact(deps, (tx) => {
    const work = async (): Promise<StoredAnswer> => {
      await requireFew(tx, owner);
      const recipients = numbers.map((number, place) => ({
        ...{ number, messageId: newId(deps.clock), status: 'queued' as const, cost: NOTHING, error: null },
        text: personal?.texts[place] ?? null,
      }));
      const queued: SmsMessage = {
        ...{ id: newId(deps.clock), userId: owner, senderId, recipients: numbers, message, media: null },
        parts: personal ? Math.max(...personal.parts) : countParts(message).parts,
        ...{ status: sendAt ? 'scheduled' : 'queued', cost: NOTHING, actualCost: NOTHING },
        ...{ provider: null, sentAt: tx.now.toISOString(), sendAt: sendAt?.toISOString() ?? null },
        ...{ recipientCount: numbers.length, counts: countsOf(numbers.map(() => 'queued')) },
        ...{ messageDetails: { recipients }, ...(replaced && { replaced: [...replaced] }), test: true },
      };
      const kept = sendAt ? queued : ended(queued);
      await tx.db.insert(testMessages).values({ id: queued.id, userId: owner, message: kept, createdAt: tx.now });
      const { id, status, actualCost, provider, counts } = kept;
      const data = { id, status, actualCost, provider, counts, recipients: kept.messageDetails.recipients };
      if (!sendAt) tx.publish(messageStatusEvent, owner, { ...data, test: true });
      return { status: 201, text: JSON.stringify(smsMessage.parse(queued)) };
    };
    return idempotencyKey
      ? answerOnce({ tx, config: deps.config }, { ...idempotencyKey, userId: actor.id }, work)
      : work();
  });
}

const countsOf = (each: readonly (Outcome | 'queued')[]): SmsMessage['counts'] => {
  const counts = { queued: 0, sent: 0, delivered: 0, failed: 0, unknown: 0, optedOut: 0 };
  for (const status of each) counts[status]++;
  return counts;
};

/** The same once every recipient has its outcome. */
function ended(message: SmsMessage): SmsMessage {
  const recipients = message.messageDetails.recipients.map((recipient) => {
    const status = outcomeOf(recipient.number);
    return { ...recipient, status, error: status === 'failed' ? REASONS.not_taken : null };
  });
  const counts = countsOf(message.recipients.map(outcomeOf));
  return { ...message, counts, status: messageStatus(counts), messageDetails: { recipients } };
}

async function requireFew({ db, now }: Transaction, owner: string): Promise<void> {
  const today = and(eq(testMessages.userId, owner), gte(testMessages.id, firstIdAt(new Date(now.getTime() - DAY_MS))));
  const [sent] = await db.select({ tests: count() }).from(testMessages).where(today);
  if ((sent?.tests ?? 0) >= MOST.count) throw new Problem('not_allowed_now', sentence('testsFull', MOST));
}

interface TestsQuery extends MessageFilters {
  owner: string;
  before?: string | null | undefined;
  limit: number;
}

/** The messages of an account's test keys, newest first. */
export async function listTests(
  { db }: Pick<Deps, 'db'>,
  { owner, before, limit, search, status, from, to }: TestsQuery,
): Promise<Page<SmsMessage>> {
  const { id, userId, message, createdAt } = testMessages;
  const rows = await db
    .select({ message })
    .from(testMessages)
    .where(
      and(
        ...[eq(userId, owner), before ? lt(id, before) : undefined],
        search
          ? template`strpos(lower(${message}::text), lower(${JSON.stringify(search).slice(1, -1)})) > 0`
          : undefined,
        status ? template`${message} ->> 'status' = ${status}` : undefined,
        ...[from ? gte(createdAt, new Date(from)) : undefined],
        to ? lt(createdAt, new Date(Date.parse(to) + DAY_MS)) : undefined,
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1);
  return Page.from(rows, limit, (row) => smsMessage.parse(row.message));
}

/** @throws not_found */
export async function readTest({ db }: Pick<Deps, 'db'>, owner: string, test: string): Promise<SmsMessage> {
  const [row] = await db
    .select({ message: testMessages.message })
    .from(testMessages)
    .where(and(eq(testMessages.id, test), eq(testMessages.userId, owner)));
  if (!row) throw notFound('Message');
  return smsMessage.parse(row.message);
}

/** The recipients of a test, as those of a message are listed. */
export const testRecipients = ({ sentAt, messageDetails: { recipients } }: SmsMessage): RecipientDelivery[] =>
  recipients.toReversed().map((recipient) => {
    const settledAt = recipient.status === 'delivered' || recipient.status === 'failed' ? sentAt : null;
    return {
      ...recipient,
      text: recipient.text ?? null,
      mms: false,
      provider: null,
      queuedAt: sentAt,
      sentAt,
      settledAt,
    };
  });
