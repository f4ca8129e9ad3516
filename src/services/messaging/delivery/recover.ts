import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { applyChanges } from './apply-changes.ts';
import { type Outcome, recordAttempts } from './record-attempts.ts';
import { type AbandonedRecipient, takeOver } from './claim.ts';
import { outcomeOfLookup } from './read-answer.ts';

/** Asked at the same time, in order not to flood a carrier that comes back from an outage. */
const ASKED_AT_ONCE = 20;

/**
 * Settles recipients that a crash or a lost answer left claimed and without an outcome. The carrier is
 * asked: what it has counts as sent, and what it never saw goes back to the queue. Where the carrier cannot
 * be asked the recipient becomes unknown. Nothing is sent again on a guess.
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

/** Null where the carrier does not answer in time; it is asked again when this claim has run out too. */
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
