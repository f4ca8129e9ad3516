import { ENDPOINT_SETTINGS } from '../chain/settings.ts';
import type { Deps } from '../deps.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { PaymentEvidence } from './contract.ts';
import { isConfigured } from './look.ts';
import { findOtherUse, findTakenOutputs, type Payment } from './payment.ts';
import type { EvidenceRow } from './record.ts';
import { fromUnits } from './units.ts';

/** Evidence as the contract shows it; null where nobody has looked yet. */
export async function presentEvidence(
  deps: Pick<Deps, 'config' | 'db'>,
  payment: Payment,
  row: Omit<EvidenceRow, 'transactionId' | 'nextCheckAt'> | null,
): Promise<PaymentEvidence> {
  const known = { configured: isConfigured(deps, payment), setting: ENDPOINT_SETTINGS[payment.coin.chain] };
  if (!row || (!row.checkedAt && !row.fault)) return { ...known, evidence: null };
  const {
    transactionHash,
    outputIndex,
    outputs,
    verdict,
    reasons,
    confirmations,
    confirmationsWanted,
    arrived,
    source,
    fault,
  } = row;
  const otherUse = await findOtherUse(deps.db, payment, { transactionHash, outputIndex });
  const taken = await findTakenOutputs(deps.db, payment, transactionHash);
  return {
    ...known,
    evidence: {
      transactionHash,
      outputIndex,
      outputs: outputs.map((each) => ({ ...each, usedBy: taken.get(each.index) ?? null })),
      verdict,
      reasons,
      confirmations,
      confirmationsWanted,
      arrived,
      source,
      fault,
      arrivedValue: row.arrivedValue === null ? null : formatMoney(row.arrivedValue),
      contract: payment.contract,
      due: fromUnits(payment.due.units, payment.coin.decimals),
      foundAt: isoOrNull(row.foundAt),
      blockTime: isoOrNull(row.blockTime),
      checkedAt: isoOrNull(row.checkedAt),
      usedBefore: otherUse && {
        transactionId: otherUse.id,
        status: otherUse.status,
        createdAt: otherUse.createdAt.toISOString(),
      },
    },
  };
}

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;
