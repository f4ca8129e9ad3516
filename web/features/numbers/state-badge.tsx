import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Badge, type Tone } from '../../ui/values.tsx';

const TONES: Record<DidNumber['state'], Tone> = { active: 'success', expiring: 'warning', expired: 'danger' };

/** Shows whether a number is being set up, is active, or expires. */
export function StateBadge({ number: { status, state } }: { number: Pick<DidNumber, 'status' | 'state'> }) {
  if (status === 'provisioning') return <Badge tone="accent">{t('numbers.state.provisioning')}</Badge>;
  return <Badge tone={TONES[state]}>{t(`numbers.state.${state}`)}</Badge>;
}
