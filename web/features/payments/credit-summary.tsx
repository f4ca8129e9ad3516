import { ADVISED_CREDIT_GBP, coinText } from '../../../src/money/payments/catalogue.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { wholePounds } from './check-amount.ts';
import type { CreditChoice } from './use-credit-choice.ts';

/** Shows the choice, its amount in the coin, and the way on. */
export function CreditSummary({ choice }: { choice: CreditChoice }) {
  const { coin, amount, cryptoAmount, missing } = choice;
  return (
    <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
      <dl aria-live="polite" className="flex flex-col gap-2">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t('billing.buy.credit')}</dt>
          <dd className="font-medium">{cryptoAmount ? formatPounds(amount) : '–'}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('billing.buy.youPay')}</dt>
          <dd className="mt-0.5 text-xl font-semibold tracking-tight break-all">
            {coin && cryptoAmount ? coinText(cryptoAmount, coin.id) : '–'}
          </dd>
        </div>
      </dl>
      {missing && (
        <Notice tone="danger" alert>
          {t('billing.buy.missing')}
        </Notice>
      )}
      <Button type="submit" size="lg">
        {t('billing.buy.continue')}
      </Button>
      <p className="text-sm text-muted">
        {t('billing.buy.advice', { amount: wholePounds(String(ADVISED_CREDIT_GBP)) })}
      </p>
    </div>
  );
}
