import { Link } from '../../lib/router.ts';
import { ArrowLeft, FileText, ReceiptText } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { TopUpByReseller } from './top-up-by-reseller.tsx';
import { DebtNotice } from './debt-notice.tsx';
import { BuyCredit } from './buy-credit.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

/** Billing & Credits: buying credit with a coin, and the latest transactions. */
export function BillingSection() {
  // Shown until it is known otherwise: most accounts pay in a coin.
  const coins = useRates(useCurrentUser().id)?.cryptoPayments ?? true;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{coins && t('billing.intro')}</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/billing/statements" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <FileText aria-hidden className="size-4" />
            {t('billing.statements')}
          </Link>
          <Link
            to="/billing/statements"
            hash="invoices"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <ReceiptText aria-hidden className="size-4" />
            {t('books.invoices.title')}
          </Link>
          <Link to="/dashboard" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
            {t('billing.dashboard')}
          </Link>
        </div>
      </div>
      <DebtNotice />
      <WaitingOrders />
      {coins ? <BuyCredit /> : <TopUpByReseller />}
      <RecentTransactions />
    </div>
  );
}
