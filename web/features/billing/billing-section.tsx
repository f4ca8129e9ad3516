import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BuyCredit } from './buy-credit.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

/** Billing & Credits: buying credit with a coin, and the latest transactions. */
export function BillingSection() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('billing.intro')}</p>
        <Link to="/dashboard" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
          {t('billing.dashboard')}
        </Link>
      </div>
      <BuyCredit />
      <RecentTransactions />
    </div>
  );
}
