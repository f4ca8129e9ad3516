import { and, eq, isNotNull } from 'drizzle-orm';
import type { Reason } from '../../../db/enums.ts';
import { chainEvidence } from '../../../db/schema/index.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { normalizeHash } from '../../shared/hashes.ts';
import { isConfigured, look } from './look.ts';
import { type Payment, readWithRow } from './payment.ts';

interface Asked {
  transactionId: string;
  transactionHash: string;
  outputIndex?: number | null | undefined;
}

/**
 * Asks the chain about the hash with which a payment is about to be verified, unless its answer is stored
 * already: nobody may have looked up a hash that the customer did not give.
 * @returns the payment's row, and what the chain said: null if it is stored, or nobody could look it up
 */
export async function askBeforeDecision(deps: Deps, asked: Asked) {
  const { named, payment } = await readWithRow(deps.db, deps.config, asked.transactionId);
  return { named, said: await ask(deps, payment, asked) };
}

async function ask(
  deps: Deps,
  payment: Payment | null,
  { transactionId, transactionHash: typed, outputIndex = null }: Asked,
): Promise<{ transactionHash: string; reasons: readonly Reason[]; arrivedValue: string | null } | null> {
  if (payment?.status !== 'pending' || !isConfigured(deps, payment)) return null;
  const transactionHash = normalizeHash(payment.coin.id, typed);
  if (!transactionHash) return null;
  const [stored] = await deps.db
    .select({ id: chainEvidence.transactionId })
    .from(chainEvidence)
    .where(
      and(
        eq(chainEvidence.transactionId, transactionId),
        eq(chainEvidence.transactionHash, transactionHash),
        isNotNull(chainEvidence.checkedAt),
      ),
    );
  if (stored) return null;
  const { answered, reasons, arrivedValue } = await look(deps, payment, { transactionHash, outputIndex });
  if (!answered) return null;
  return { transactionHash, reasons, arrivedValue: arrivedValue === null ? null : formatMoney(arrivedValue) };
}
