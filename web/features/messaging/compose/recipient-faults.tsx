import { EXAMPLE_NUMBER } from '../../../../src/platform/kit/faults.ts';
import { t } from '../../../lib/i18n.ts';
import { FaultLines } from './fault-lines.tsx';
import type { RecipientCheck, WrongLine } from './recipients.ts';

/** Which lines of a list are wrong, say something twice, or were completed. */
export function RecipientFaults({ check }: { check: RecipientCheck }) {
  const repeated = check.repeated.map(({ line, text, first }) =>
    t('sms.faults.repeated', { line, first, text: clip(text) }),
  );
  const mended = check.mended.map(({ line, text, number }) =>
    t('sms.faults.mendedLine', { line, text: clip(text), number }),
  );
  return (
    <>
      <FaultLines tone="danger" label={t('sms.faults.wrong')} lines={check.wrong.map(wrongText)} />
      <FaultLines tone="info" label={t('sms.faults.twice')} lines={repeated} />
      <FaultLines tone="info" label={t('sms.faults.mended')} lines={mended} />
    </>
  );
}

/** The fault of a line, in a sentence. */
export const wrongText = ({ line, text, fault }: WrongLine): string =>
  t(`sms.faults.${fault}`, { line, text: clip(text), example: EXAMPLE_NUMBER });

const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
