import { useRead } from '../../lib/use-read.ts';
import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { Link } from '../../lib/router.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { LimitState } from '../../ui/limit-state.tsx';

/** Where a spend limit was reached today: that it was, and where to change it. */
export function LimitNotice() {
  const { id } = useCurrentUser();
  const { data } = useRead(getLimits, { id });
  if (!data?.reachedAt && !data?.liftedUntil) return null;
  return (
    <div className="flex flex-col gap-2">
      <LimitState limits={data} />
      <Link to="/settings" className="self-start text-sm font-medium text-accent hover:underline">
        {t('limits.change')}
      </Link>
    </div>
  );
}
