import type { Refusal } from '../../../../src/services/messaging/refusal-contract.ts';
import { sentenceText } from '../../../lib/fault-text.ts';
import { t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { SupportLinks } from '../../../ui/support-links.tsx';
import { FaultLines } from './fault-lines.tsx';

interface RefusalsProps {
  /** How many there are; `refusals` has the first hundred. */
  refused: number;
  refusals: readonly Refusal[];
}

/** Shows the reasons to refuse a message and the recipients that are left out, and the ways out. */
export function Refusals({ refused, refusals }: RefusalsProps) {
  if (refused === 0) return null;
  const linesOf = (fixedLines: boolean) => {
    const some = refusals.filter(({ code }) => (code === 'fixed_line') === fixedLines);
    // One sentence may stand for many numbers: those of a country, for example.
    return [...new Set(some.map(({ message, sentence }) => sentenceText(sentence, message)))];
  };
  const [reasons, leftOut] = [linesOf(false), linesOf(true)];
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      {reasons.length > 0 && <FaultLines tone="danger" label={t('sms.refused.title')} lines={reasons} />}
      {leftOut.length > 0 && <FaultLines tone="info" label={t('sms.refused.leftOut')} lines={leftOut} />}
      {refused > refusals.length && (
        <p className="text-sm">{t('sms.compose.moreFaults', { count: refused - refusals.length })}</p>
      )}
      {reasons.length > 0 && (
        <>
          <Link
            to="/dashboard"
            search={{ section: 'rates' }}
            className="text-sm font-medium text-accent underline-offset-2 hover:underline"
          >
            {t('sms.refused.rates')}
          </Link>
          <SupportLinks className="text-sm" />
        </>
      )}
    </div>
  );
}
