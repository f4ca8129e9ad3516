import { doubtsOf } from '../../../shared/doubts.ts';
import type { chainEvidence } from '../../../../db/schema/index.ts';
import type { Doubt, Reason } from '../../../../db/enums.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';

/** The values that an administrator verifies: the hash in its normal form, and pounds. */
interface Verified {
  transactionHash: string;
  outputIndex: number | null;
  arrived: Money;
  /** The chain's latest answer about a hash that is not stored with the payment. */
  said: ChainSaid;
  /** What is stored with the payment about this hash. */
  evidence: Pick<typeof chainEvidence.$inferSelect, 'reasons' | 'arrivedValue'> | undefined;
}

/** The chain's answer about a hash; null if nobody could ask it. */
export type ChainSaid = { transactionHash: string; reasons: readonly Reason[]; arrivedValue: string | null } | null;

/** The known reasons against a verification; they are stored with the payment. */
export function findDoubts(
  pending: TransactionRow,
  { transactionHash, outputIndex, arrived, said, evidence }: Verified,
): Doubt[] {
  const now = said?.transactionHash === transactionHash ? said : null;
  const stored = evidence && {
    reasons: evidence.reasons,
    arrivedValue: evidence.arrivedValue === null ? null : formatMoney(evidence.arrivedValue),
  };
  const { reasons, arrivedValue } = now ?? stored ?? { reasons: [], arrivedValue: null };
  return doubtsOf({
    otherHash: pending.transactionHash !== null && pending.transactionHash !== transactionHash,
    reasons,
    arrivedValue,
    credited: formatMoney(arrived),
    outputChosen: outputIndex !== null,
  });
}
