import { ENDPOINT_SETTINGS } from '../chain/settings.ts';
import type { Deps } from '../deps.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { findLatePayment, valueToday } from '../rates/late-payment.ts';
import { readScreening } from '../screening/read-screening.ts';
import { findSignatures } from '../signatures/find-signatures.ts';
import type { Owner, PaymentEvidence } from './contract.ts';
import { earliest, isConfigured } from './look.ts';
import { findClaimants, findEarlierUse, findFirstKnown, findNamedOutputs, findNear, findOwner } from './claims.ts';
import type { Payment } from './payment.ts';
import type { EvidenceRow } from './record.ts';
import { fromUnits, toUnits } from './units.ts';

/** Evidence as the contract shows it; null if it was never looked up. */
export async function presentEvidence(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  payment: Payment,
  row: Omit<EvidenceRow, 'transactionId' | 'nextCheckAt' | 'missingSince' | 'lost' | 'lostAt'> | null,
): Promise<PaymentEvidence> {
  const asked = row ?? payment;
  const { transactionHash: hash } = asked;
  const known = {
    configured: isConfigured(deps, payment),
    setting: ENDPOINT_SETTINGS[payment.coin.chain],
    quoted: payment.quote && {
      at: payment.quote.createdAt.toISOString(),
      until: payment.quote.expiresAt.toISOString(),
    },
    late: hash === null ? null : await presentLate(deps, payment, hash),
    claimants: hash === null ? [] : await findClaimants(deps.db, payment, { ...asked, transactionHash: hash }),
  };
  const signatures = (await findSignatures(deps.db, [payment.id])).map(({ address, at, sent }) => ({
    address,
    at,
    sent,
  }));
  const screening = await presentScreening(deps, payment, hash);
  if (!row || (!row.checkedAt && !row.fault)) return { ...known, screening, signatures, evidence: null };
  const { transactionHash, outputIndex } = row;
  const otherUse = await findEarlierUse(deps.db, payment, { transactionHash, outputIndex });
  const named = await findNamedOutputs(deps.db, payment, transactionHash);
  const takenBy = new Map(named.map((each) => [each.outputIndex, each.id]));
  return {
    ...known,
    screening,
    signatures,
    evidence: {
      transactionHash,
      outputIndex,
      senders: row.senders,
      outputs: row.outputs.map((each) => ({ ...each, usedBy: takenBy.get(each.index) ?? null })),
      verdict: row.verdict,
      reasons: row.reasons,
      confirmations: row.confirmations,
      confirmationsWanted: row.confirmationsWanted,
      arrived: row.arrived,
      source: row.source,
      fault: row.fault,
      arrivedValue: row.arrivedValue === null ? null : formatMoney(row.arrivedValue),
      contract: payment.contract,
      due: fromUnits(payment.due.units, payment.coin.decimals),
      foundAt: isoOrNull(row.foundAt),
      blockTime: isoOrNull(row.blockTime),
      checkedAt: isoOrNull(row.checkedAt),
      belongsTo: await ownerOf(deps, payment, row),
      usedBefore: otherUse && {
        transactionId: otherUse.id,
        status: otherUse.status,
        createdAt: otherUse.createdAt.toISOString(),
      },
    },
  };
}

async function presentScreening(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  { id: transactionId }: Payment,
  hash: string | null,
): Promise<PaymentEvidence['screening']> {
  if (!config.screening) return null;
  const said = hash === null ? null : await readScreening(db, { transactionId, hash });
  if (!said) return { verdict: 'unanswered', reason: null, askedAt: null };
  return { verdict: said.verdict, reason: said.reason, askedAt: said.askedAt.toISOString() };
}

async function presentLate(
  { db, config, clock }: Pick<Deps, 'clock' | 'config' | 'db'>,
  payment: Payment,
  hash: string,
) {
  const judged = { transactionId: payment.id, transactionHash: hash, chain: payment.coin.chain };
  const late = await findLatePayment(db, config, { ...judged, now: clock.now() });
  if (!late) return null;
  const { units, value } = payment.due;
  return {
    paidAt: isoOrNull(late.paidAt),
    until: late.until.toISOString(),
    quotedValue: formatMoney(value),
    todaysValue: formatMoney(valueToday(fromUnits(units, payment.coin.decimals), late)),
  };
}

async function ownerOf(
  { db }: Pick<Deps, 'db'>,
  payment: Payment,
  row: Pick<EvidenceRow, 'transactionHash' | 'arrived' | 'blockTime' | 'foundAt' | 'reasons'>,
): Promise<Owner | null> {
  const { arrived, blockTime, foundAt, reasons } = row;
  if (!reasons.some((reason) => reason === 'anothers_amount' || reason === 'unclear_amount')) return null;
  if (arrived === null || foundAt === null) return null;
  const by = earliest(foundAt, blockTime, await findFirstKnown(db, payment, row.transactionHash));
  const paid = { units: toUnits(arrived, payment.coin.decimals), by };
  const owner = await findOwner(db, payment, paid);
  if (owner) return owner;
  const [near] = await findNear(db, payment, paid);
  if (!near) return null;
  const { quoteId, userId, email, fullName } = near;
  return { quoteId, user: { id: userId, email, fullName }, transactionId: null };
}

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;
