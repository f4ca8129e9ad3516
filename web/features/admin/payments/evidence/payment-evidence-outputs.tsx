import type { Evidence } from '../../../../../src/money/evidence/contract.ts';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { Field, Select } from '../../../../ui/field.tsx';

interface EvidenceOutputsProps {
  payment: PendingPayment;
  evidence: Evidence;
  chosen: number | null;
  onChoose: (output: number | null) => void;
}

/** Where one transaction pays our address several times: which of its outputs is this payment. */
export function EvidenceOutputs({ payment, evidence, chosen, onChoose }: EvidenceOutputsProps) {
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
