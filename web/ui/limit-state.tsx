import type { Limits } from '../../src/accounts/limits/contract.ts';
import { t } from '../lib/i18n.ts';
import { Notice } from './notice.tsx';
import { formatTime } from './values.tsx';

/** Says that a limit was reached today, or that the limits are lifted; nothing otherwise. */
export function LimitState({ limits }: { limits: Limits }) {
  if (limits.liftedUntil) {
    return (
      <Notice>
        {t('limits.state.lifted', { date: formatTime(limits.liftedUntil) })}. {t('limits.state.liftedHint')}
      </Notice>
    );
  }
  if (!limits.reachedAt) return null;
  return (
    <Notice tone="warning">
      {t('limits.state.reached')} {t('limits.state.resets', { date: formatTime(limits.resetsAt) })}.
    </Notice>
  );
}
