import type { DidNumber } from '../../../../src/services/numbers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/field.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { RenewalDialog } from '../renewal-dialog.tsx';
import type { useNumberChanges } from '../use-number-changes.ts';

interface NumberRenewalProps {
  number: DidNumber;
  changes: ReturnType<typeof useNumberChanges>;
  asking: boolean;
  setAsking: (asking: boolean) => void;
}

/** Until when a number is paid for, what the next month costs, and whether it is paid by itself. */
export function NumberRenewal({ number, changes, asking, setAsking }: NumberRenewalProps) {
  const { renew, switchRenewal } = changes;
  return (
    <Card title={t('numbers.page.renewal')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        <div>
          <dt className="text-sm text-muted">
            {t(number.state === 'expired' ? 'numbers.page.expiredOn' : 'numbers.page.paidUntil')}
          </dt>
          <dd className="font-semibold">
            <Time iso={number.expiresAt} day />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('numbers.page.nextMonth')}</dt>
          <dd className="font-semibold">
            <Money value={number.renewalPrice} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('numbers.page.paidLast')}</dt>
          <dd className="font-semibold">
            <Money value={number.monthlyPrice} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('numbers.page.boughtOn')}</dt>
          <dd className="font-semibold">
            <Time iso={number.purchasedAt} day />
          </dd>
        </div>
        {number.state === 'expired' && (
          <div className="col-span-2 text-danger">
            <dt className="text-sm">{t('numbers.page.lastDay')}</dt>
            <dd className="font-semibold">
              <Time iso={number.graceEndsAt} day />
            </dd>
          </div>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <Switch
          label={t('numbers.mine.autoRenew')}
          checked={switchRenewal.isPending ? switchRenewal.variables : number.autoRenew}
          onChange={(autoRenew) => switchRenewal.mutate(autoRenew)}
        />
        <Button
          variant={number.state === 'active' ? 'secondary' : 'primary'}
          size="sm"
          aria-label={t('numbers.mine.renewOf', { number: number.number })}
          onClick={() => setAsking(true)}
        >
          {t('numbers.mine.renew')}
        </Button>
      </div>
      <RenewalDialog {...{ number, renew }} open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}
