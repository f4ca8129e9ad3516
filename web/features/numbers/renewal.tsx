import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Card } from '../../ui/frames.tsx';
import { Switch } from '../../ui/field.tsx';
import { Fact, Money, Time, formatPounds } from '../../ui/values.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import type { useNumberChanges } from './use-number-changes.ts';

interface RenewalFieldsProps {
  number: DidNumber;
  changes: ReturnType<typeof useNumberChanges>;
}

/** Whether a number is paid for by itself each month, and one more month now, after asking. */
export const RenewalFields = ({ number: row, changes: { renew, change, shown } }: RenewalFieldsProps) => (
  <>
    <Switch
      label={t('numbers.mine.autoRenew')}
      checked={{ ...row, ...shown }.autoRenew}
      onChange={(autoRenew) => change.mutate({ autoRenew })}
    />
    <AskFirst
      label={t('numbers.mine.renew')}
      nameOf={t('numbers.mine.renewOf', { number: row.number })}
      look={{ may: 'renewNumber', variant: row.state === 'active' ? 'secondary' : 'primary' }}
      title={<WithNumbers>{t('numbers.mine.renewTitle', { number: row.number })}</WithNumbers>}
      description={t('numbers.mine.renewText', { price: formatPounds(row.renewalPrice) })}
      action={renew}
    />
  </>
);

/** Until when a number is paid for, what the next month costs, and whether it is paid by itself. */
export function NumberRenewal({ number, changes }: RenewalFieldsProps) {
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
        <RenewalFields number={number} changes={changes} />
      </div>
    </Card>
  );
}
