import { eq } from 'drizzle-orm';
import { chainEvidence } from '../../../db/schema/index.ts';
import type { Calling } from '../../callers/audit.ts';
import { countAttempt } from '../../callers/throttle.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { hashFault, normalizeHash } from '../../shared/hashes.ts';
import type { checkPaymentEvidence, PaymentEvidence } from './contract.ts';
import { isConfigured, look } from './look.ts';
import { findPayment, type Payment } from './payment.ts';
import { presentEvidence } from './present-evidence.ts';
import { record } from './record.ts';
import { fault } from '../../platform/kit/faults.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** The endpoints belong to others, who limit how often they may be asked. */
const PER_MINUTE = 30;

/** The last evidence that was found for a payment on its chain. @throws not_found */
export async function getEvidence(deps: Deps, transactionId: string): Promise<PaymentEvidence> {
  const payment = await findPayment(deps.db, deps.config, transactionId);
  const [row] = await deps.db.select().from(chainEvidence).where(eq(chainEvidence.transactionId, transactionId));
  return presentEvidence(deps, payment, row ?? null);
}

/**
 * Looks a payment up on its chain now. No transaction is open while the endpoints are asked. A lookup of another
 * hash or output than the payment's own is answered but not stored.
 * @throws not_found, validation_failed (transactionHash), rate_limited
 */
export async function checkEvidence(
  { deps, actor }: Calling<Deps>,
  { transactionId, input }: { transactionId: string; input: BodyOf<typeof checkPaymentEvidence> },
): Promise<PaymentEvidence> {
  const payment = await findPayment(deps.db, deps.config, transactionId);
  const transactionHash = readHash(payment, input.transactionHash);
  if (!isConfigured(deps, payment)) return presentEvidence(deps, payment, null);
  await countAttempt(deps, { key: `evidence:user:${actor.id}`, attempts: PER_MINUTE, windowMs: MINUTE_MS });
  const isOwn = transactionHash === payment.transactionHash;
  const outputIndex = input.outputIndex ?? (isOwn ? payment.outputIndex : null);
  const finding = await look(deps, payment, { transactionHash, outputIndex });
  if (isOwn && outputIndex === payment.outputIndex) {
    return presentEvidence(deps, payment, await transact(deps, (tx) => record(tx, deps.config, { payment, finding })));
  }
  const { answered, found, ...seen } = finding;
  const now = deps.clock.now();
  return presentEvidence(deps, payment, {
    ...seen,
    confirmationsWanted: payment.due.confirmations,
    foundAt: found ? now : null,
    checkedAt: answered ? now : null,
  });
}

/** @throws validation_failed */
function readHash({ coin, transactionHash }: Payment, given: string | null | undefined): string {
  const hash = given ? normalizeHash(coin.id, given) : transactionHash;
  if (!hash) {
    throw invalidField('transactionHash', given ? hashFault(coin.id) : fault('hashMissing'));
  }
  return hash;
}
