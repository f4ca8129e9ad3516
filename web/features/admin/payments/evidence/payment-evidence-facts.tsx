import type { ReactNode } from 'react';
import type { Evidence, PaymentEvidence } from '../../../../../src/money/evidence/contract.ts';
import { COIN_OUTPUT, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { Facts, Money, Time, formatTime } from '../../../../ui/values.tsx';

interface EvidenceFactsProps {
  payment: PendingPayment;
  evidence: Evidence;
}

interface AllFactsProps extends EvidenceFactsProps {
  quoted: PaymentEvidence['quoted'];
}

/** Shows the facts found on the chain, each beside the expected one. */
export function EvidenceFacts({ payment, evidence, quoted }: AllFactsProps) {
  const { foundAt, blockTime, contract, usedBefore, belongsTo, outputIndex, outputs } = evidence;
  const facts: [string, ReactNode][] = [
    [
      t('admin.evidence.found'),
      foundAt ? t('admin.evidence.foundSince', { date: formatTime(foundAt) }) : t('admin.evidence.no'),
    ],
    [t('admin.evidence.toUs'), t(`admin.evidence.${reachedUs(evidence)}`)],
    ...(evidence.senders.length > 0
      ? [fact(t('admin.evidence.senders'), <Senders key="senders" of={evidence.senders} />)]
      : []),
    [t('admin.evidence.arrived'), <Arrived key="arrived" payment={payment} evidence={evidence} />],
    [t('admin.evidence.due'), <Due key="due" payment={payment} evidence={evidence} />],
    ...(contract ? [contractFact(contract, evidence)] : []),
    ...(outputIndex === null || outputIndex === COIN_OUTPUT
      ? []
      : [fact(t('admin.evidence.output'), outputWords(outputIndex, outputs.length))]),
    [t('admin.evidence.confirmations'), confirmations(payment, evidence)],
    ...(belongsTo ? [fact(t('admin.evidence.belongsTo'), `${belongsTo.user.fullName} (${belongsTo.user.email})`)] : []),
    [t('admin.evidence.quoted'), quoted ? <Time key="quoted" iso={quoted.at} /> : t('admin.evidence.notQuoted')],
    [t('admin.evidence.blockTime'), blockTime ? <Time key="time" iso={blockTime} /> : '–'],
    [
      t('admin.evidence.usedBefore'),
      usedBefore
        ? t(`admin.evidence.usedBy.${usedBefore.status}`, { date: formatTime(usedBefore.createdAt) })
        : t('admin.evidence.no'),
    ],
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2">
      <Facts of={facts} />
    </dl>
  );
}

const fact = (label: string, value: ReactNode): [string, ReactNode] => [label, value];

/** Where one transaction pays our address several times, which of them this is. */
const outputWords = (index: number, count: number): string =>
  count > 1 ? t('admin.evidence.outputOf', { index, count }) : `#${index}`;

function reachedUs({ foundAt, arrived, reasons }: Evidence): 'yes' | 'no' | 'unknown' {
  if (!foundAt || arrived === null || reasons.includes('internal_transfer')) return 'unknown';
  // Another token reached the address, and nothing of the right one.
  if (reasons.includes('wrong_token')) return 'yes';
  return reasons.includes('wrong_address') || reasons.includes('failed_on_chain') ? 'no' : 'yes';
}

/** An exchange may have hundreds: the first ones say enough. */
const MOST_SENDERS = 3;

function Senders({ of: senders }: { of: readonly string[] }) {
  return (
    <span className="font-mono text-sm break-all">
      {senders.slice(0, MOST_SENDERS).join(', ')}
      {senders.length > MOST_SENDERS && ', …'}
    </span>
  );
}

function Arrived({ payment, evidence: { arrived, arrivedValue } }: EvidenceFactsProps) {
  if (arrived === null) return t('admin.evidence.unknown');
  return (
    <>
      {inCoin(payment, arrived)}
      {arrivedValue && (
        <>
          {' · '}
          <Money value={arrivedValue} />
        </>
      )}
    </>
  );
}

function Due({ payment, evidence: { due } }: EvidenceFactsProps) {
  return (
    <>
      {inCoin(payment, due)}
      {' · '}
      <Money value={payment.amount} />
    </>
  );
}

const inCoin = ({ cryptocurrency }: PendingPayment, amount: string): string =>
  `${amount} ${findCoin(cryptocurrency)?.symbol ?? ''}`;

function contractFact(contract: string, { reasons }: Evidence): [string, ReactNode] {
  return [
    t('admin.evidence.contract'),
    <>
      {reasons.includes('wrong_token') && `${t('admin.evidence.contractOther')} `}
      <span className="font-mono text-sm break-all">{contract}</span>
    </>,
  ];
}

/**
 * Confirmations above the required number do not matter; if the chain says "final" and does not count, the
 * screen does the same.
 */
function confirmations(
  { cryptocurrency }: PendingPayment,
  { confirmations: count, confirmationsWanted: wanted }: Evidence,
): string {
  if (findCoin(cryptocurrency)?.confirmations === null) {
    return t(count < wanted ? 'admin.evidence.notFinal' : 'admin.evidence.final');
  }
  return t('admin.evidence.ofWanted', { count: Math.min(count, wanted), wanted });
}
