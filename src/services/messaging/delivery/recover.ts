import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { applyChanges } from './apply-changes.ts';
import { type Outcome, recordAttempts } from './record-attempts.ts';
import { type AbandonedRecipient, takeOver } from './claim.ts';
import { outcomeOfLookup } from './read-answer.ts';

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
      await recordAttempts(tx, outcomes, await applyChanges(tx, changes));
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
