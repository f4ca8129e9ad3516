import type { Evidence, PaymentEvidence as Known } from '../../../../../src/money/evidence/contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { SmallButton } from '../../../../ui/button.tsx';
import { doubtText } from '../../../../ui/doubt-text.ts';
import { Field, Select } from '../../../../ui/field.tsx';
import { RotateCw } from '../../../../ui/icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Refusal } from '../../../../ui/refusal.tsx';
import { formatPounds, formatTime } from '../../../../ui/values.tsx';
import { TabLink } from '../../tab-link.tsx';
import { EvidenceFacts } from './payment-evidence-facts.tsx';
import type { ShownEvidence } from './use-shown-evidence.ts';
import { VerdictBadge } from './verdict-badge.tsx';

interface PaymentEvidenceProps {
  payment: PendingPayment;
  /** The administrator's hash, trimmed; empty while there is none. */
  enteredHash: string;
  /** The evidence about the payment's hash, or about the entered one. */
  shown: ShownEvidence;
  /** The output that the administrator has chosen, where the transaction has several. */
  output: number | null;
  onOutputChange: (output: number | null) => void;
}

interface ShownProps extends Omit<PaymentEvidenceProps, 'enteredHash' | 'shown'> {
  evidence: Evidence;
  quoted: Known['quoted'];
}

/** Shows the chain's evidence about a payment beside the decision, which stays the administrator's. */
export function PaymentEvidence({ payment, enteredHash, shown, output, onOutputChange }: PaymentEvidenceProps) {
  const { kept, evidence, check, isError } = shown;
  if (!kept) return isError && <p className="text-sm text-muted">{t('admin.evidence.unread')}</p>;
  if (!kept.configured) {
    return (
      <p className="text-sm text-muted">
        {t('admin.evidence.off', { network: findCoin(payment.cryptocurrency)?.network ?? '' })}{' '}
        <TabLink tab="settings" />
      </p>
    );
  }
  const title = t(evidence === kept.evidence ? 'admin.evidence.title' : 'admin.evidence.titleEntered');
  return (
    <section aria-label={nameOf(payment, title)} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="font-semibold">{title}</h4>
        {evidence && <VerdictBadge verdict={evidence.verdict} />}
        <CheckButtons shown={shown} hash={payment.transactionHash} enteredHash={enteredHash} />
      </div>
      {check.error && <Refusal error={check.error} fallback={t('admin.evidence.checkFailed')} />}
      {evidence ? (
        <Shown
          payment={payment}
          evidence={evidence}
          quoted={kept.quoted}
          output={output}
          onOutputChange={onOutputChange}
        />
      ) : (
        <p className="text-sm text-muted">{t('admin.evidence.notYet')}</p>
      )}
    </section>
  );
}

interface CheckButtonsProps {
  shown: ShownEvidence;
  hash: string | null;
  enteredHash: string;
}

/** Asks the chain of the entered hash, and once more of the payment's own. */
function CheckButtons({ shown: { isOther, check }, hash, enteredHash }: CheckButtonsProps) {
  return (
    <span className="ms-auto flex flex-wrap gap-2">
      {isOther && (
        <SmallButton busy={check.isPending} onClick={() => check.mutate(enteredHash)}>
          {t('admin.evidence.checkEntered')}
        </SmallButton>
      )}
      {hash && (
        <SmallButton busy={check.isPending && !isOther} onClick={() => check.mutate(null)}>
          <RotateCw aria-hidden className="size-4" />
          {t('admin.evidence.checkAgain')}
        </SmallButton>
      )}
    </span>
  );
}

/** The part of each card has its own name among the landmarks of the page. */
const nameOf = ({ user, amount, transactionHash }: PendingPayment, title: string): string =>
  `${title}: ${user.email}, ${formatPounds(amount)} ${transactionHash?.slice(-6) ?? ''}`.trim();

function Shown({ payment, evidence, quoted, output, onOutputChange }: ShownProps) {
  const { reasons, fault, checkedAt, source } = evidence;
  return (
    <>
      <ul aria-label={t('admin.evidence.reasons')} className="flex flex-col gap-1">
        {reasons.length === 0 && <li>{t('admin.evidence.reason.none')}</li>}
        {reasons.map((reason) => (
          <li key={reason}>{doubtText(reason)}</li>
        ))}
      </ul>
      {fault && <Notice tone="warning">{t('admin.evidence.fault', { fault })}</Notice>}
      {checkedAt && (
        <>
          <EvidenceFacts payment={payment} evidence={evidence} quoted={quoted} />
          <EvidenceOutputs evidence={evidence} payment={payment} chosen={output} onChoose={onOutputChange} />
          <p className="text-sm text-muted">
            {t('admin.evidence.source', { source: source ?? '–', date: formatTime(checkedAt) })}
          </p>
        </>
      )}
    </>
  );
}

interface EvidenceOutputsProps {
  payment: PendingPayment;
  evidence: Evidence;
  chosen: number | null;
  onChoose: (output: number | null) => void;
}

/** Where one transaction pays our address several times: which of its outputs is this payment. */
function EvidenceOutputs({ payment, evidence, chosen, onChoose }: EvidenceOutputsProps) {
  const { outputs, outputIndex } = evidence;
  if (outputs.length < 2) return null;
  const symbol = findCoin(payment.cryptocurrency)?.symbol ?? '';
  return (
    <Field label={t('admin.evidence.chooseOutput')} className="max-w-80">
      <Select
        value={chosen ?? outputIndex ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('admin.evidence.noOutput')}</option>
        {outputs.map(({ index, amount, usedBy }) => (
          <option key={index} value={index} disabled={usedBy !== null}>
            {t(usedBy === null ? 'admin.evidence.outputFree' : 'admin.evidence.outputTaken', {
              index,
              amount: `${amount} ${symbol}`,
            })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
