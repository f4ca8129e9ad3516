import { sql as template } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../../db/prepared.ts';
import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { applyChanges } from './apply-changes.ts';
import { type Outcome, recordAttempts } from './record-attempts.ts';
import { claimEnd } from './claim.ts';
import { type AbandonedRecipient, outcomeOfLookup } from './read-answer.ts';

/** How many are asked at a time, so that a carrier is not flooded after an outage. */
const ASKED_AT_ONCE = 20;

/**
 * Settles recipients whose claim ended without a result, because of a crash or a lost answer. The carrier is asked:
 * what it has counts as sent, and what it never saw goes back to the queue. If it cannot be asked, the recipient
 * becomes unknown. Nothing is sent again on a guess.
 */
export async function recoverAbandoned(deps: Deps): Promise<void> {
  for (;;) {
    const abandoned = await takeOver(deps, ASKED_AT_ONCE);
    if (abandoned.length === 0) return;
    const found = await Promise.all(abandoned.map((recipient) => findOut(deps, recipient)));
    const outcomes = found.filter((outcome) => outcome !== null);
    await transact(deps, async (tx) => {
      const changes = outcomes.flatMap(({ change }) => change ?? []);
      recordAttempts(tx, outcomes, await applyChanges(tx, changes));
    });
    deps.signals.smsQueued.fire();
  }
}

/** Null if the carrier does not answer in time; it is asked again after this claim has ended. */
async function findOut(deps: Deps, recipient: AbandonedRecipient): Promise<Outcome | null> {
  const carrier = deps.carriers.find(recipient.provider);
  try {
    const result = carrier?.lookup ? await answerWithin(SEND_TIMEOUT_MS, carrier.lookup(recipient.id)) : null;
    return outcomeOfLookup(recipient, result, deps.clock.now());
  } catch (error) {
    deps.log.warn({ error, carrier: recipient.provider }, 'a carrier could not be asked about a message');
    return null;
  }
}

const claimAbandoned = prepared<{ over: Date; until: Date; limit: number }, AbandonedRecipient>(
  (p) => template`
    with q as (
      select message_id, id from sms_recipients
      where status = 'sending' and claimed_until < ${p.over}::timestamptz
      order by claimed_until limit ${p.limit}::integer for update skip locked
    )
    update sms_recipients r set claimed_until = ${p.until}::timestamptz
    from q
    where r.message_id = q.message_id and r.id = q.id
    returning r.id, r.message_id, r.attempts, r.provider`,
);

/**
 * Takes over claims that have ended, in order to find out their results. It is still the same attempt: a late answer
 * to the first claim counts.
 */
function takeOver(deps: { sql: Sql; clock: Deps['clock'] }, limit: number): Promise<AbandonedRecipient[]> {
  const over = claimsOverAt(deps.clock);
  return claimAbandoned(deps.sql, { over, until: claimEnd(deps.clock.now()), limit });
}
