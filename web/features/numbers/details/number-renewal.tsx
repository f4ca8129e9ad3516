import type { DidNumber } from '../../../../src/services/numbers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/field.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { Fact } from '../../../ui/fact.tsx';
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
        <Fact
          label={t(number.state === 'expired' ? 'numbers.page.expiredOn' : 'numbers.page.paidUntil')}
          look="font-semibold"
        >
          <Time iso={number.expiresAt} day />
        </Fact>
        <Fact label={t('numbers.page.nextMonth')} look="font-semibold">
          <Money value={number.renewalPrice} />
        </Fact>
        <Fact label={t('numbers.page.paidLast')} look="font-semibold">
          <Money value={number.monthlyPrice} />
        </Fact>
        <Fact label={t('numbers.page.boughtOn')} look="font-semibold">
          <Time iso={number.purchasedAt} day />
        </Fact>
        {number.state === 'expired' && (
          <Fact className="col-span-2" label={t('numbers.page.lastDay')} look="font-semibold text-danger">
            <Time iso={number.graceEndsAt} day />
          </Fact>
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
