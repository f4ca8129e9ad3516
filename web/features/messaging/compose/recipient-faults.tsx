import { EXAMPLE_NUMBER } from '../../../../src/platform/kit/faults.ts';
import { t } from '../../../lib/i18n.ts';
import { FaultLines } from './fault-lines.tsx';
import type { RecipientCheck } from './recipients.ts';

/** Which lines of a list are wrong or say something twice. */
export function RecipientFaults({ check }: { check: RecipientCheck }) {
  const wrong = check.wrong.map(({ line, text, fault }) =>
    t(fault === 'country' ? 'sms.faults.country' : 'sms.faults.number', {
      line,
      text: clip(text),
      example: EXAMPLE_NUMBER,
    }),
  );
  const repeated = check.repeated.map(({ line, text, first }) =>
    t('sms.faults.repeated', { line, first, text: clip(text) }),
  );
  return (
    <>
      {wrong.length > 0 && <FaultLines tone="danger" label={t('sms.faults.wrong')} lines={wrong} />}
      {repeated.length > 0 && <FaultLines tone="info" label={t('sms.faults.twice')} lines={repeated} />}
    </>
  );
}

const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
