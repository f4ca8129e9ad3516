import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import { applyChanges, type RecipientChange } from './apply-changes.ts';
import { type AbandonedRecipient, takeOver } from './claim.ts';

/** Asked at the same time, in order not to flood a carrier that comes back from an outage. */
const ASKED_AT_ONCE = 20;

/**
 * Settles what a crash or a lost answer left between claim and outcome. The carrier is asked: what it has
 * is sent, what it never saw goes back to the queue. A carrier that cannot be asked leaves it unknown;
 * it is never sent again on a guess.
 */
export async function recoverAbandoned(deps: Deps): Promise<void> {
  for (;;) {
    const abandoned = await takeOver(deps, ASKED_AT_ONCE);
    if (abandoned.length === 0) return;
    const changes = await Promise.all(abandoned.map((recipient) => findOut(deps, recipient)));
    const known = changes.filter((change) => change !== null);
    await transact(deps, (tx) => applyChanges(tx, known));
    deps.signals.smsQueued.fire();
  }
}

/** Null where the carrier does not answer; it is asked again when this claim has run out too. */
async function findOut(deps: Deps, recipient: AbandonedRecipient): Promise<RecipientChange | null> {
  const { id, message_id: messageId, attempts: attempt, provider } = recipient;
  const abandoned = { id, messageId, from: ['sending'], attempt } as const;
  const carrier = deps.carriers.find(provider);
  if (!carrier?.lookup) {
    return { ...abandoned, to: 'unknown', error: 'The carrier gave no clear answer' };
  }
  try {
    const found = await carrier.lookup(id);
    if (found.kind === 'absent') return { ...abandoned, to: 'queued', dueAt: deps.clock.now() };
    const { providerMessageId, carrierCost } = found;
    return { ...abandoned, to: 'sent', provider, providerMessageId, carrierCost };
  } catch (error) {
    deps.log.warn({ error, carrier: provider }, 'a carrier could not be asked what became of a message');
    return null;
  }
}
