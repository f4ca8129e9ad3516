import type { User } from '../../../../src/callers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { UserLimits } from './user-limits.tsx';

/** An account's balance, and how much of it may be spent in a day. */
export function UserBalance({ user, onAdjust }: { user: User; onAdjust: () => void }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3 rounded-md bg-sunken p-4">
        <div>
          <p className="text-sm text-muted">{t('admin.users.credits')}</p>
          <p className="text-2xl font-semibold tracking-tight">
            <Money value={user.credits} />
          </p>
        </div>
        <Button variant="secondary" size="sm" onClick={onAdjust}>
          {t('admin.users.adjust')}
        </Button>
      </div>
      <UserLimits user={user} />
    </div>
  );
}
