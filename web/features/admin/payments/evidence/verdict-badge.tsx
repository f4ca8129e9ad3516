import type { Verdict } from '../../../../../src/money/evidence/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { Badge, type Tone } from '../../../../ui/values.tsx';

const TONES: Record<Verdict, Tone> = {
  matches: 'success',
  differs: 'danger',
  another_payment: 'danger',
  inconclusive: 'warning',
};

/** Shows the chain's verdict on a payment, in a word. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <Badge tone={TONES[verdict]}>{t(`admin.evidence.verdict.${verdict}`)}</Badge>;
}
