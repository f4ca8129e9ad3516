import { eq } from 'drizzle-orm';
import { chainEvidence } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { PaymentEvidence } from './contract.ts';
import { findPayment } from './payment.ts';
import { presentEvidence } from './present-evidence.ts';

/** The last evidence that was found for a payment on its chain. @throws not_found */
export async function getEvidence(deps: Deps, transactionId: string): Promise<PaymentEvidence> {
  const payment = await findPayment(deps.db, deps.config, transactionId);
  const [row] = await deps.db.select().from(chainEvidence).where(eq(chainEvidence.transactionId, transactionId));
  return presentEvidence(deps, payment, row ?? null);
}
