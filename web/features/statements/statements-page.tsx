import { Link } from '../../lib/router.ts';
import { ArrowLeft } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BillingDetailsCard } from './billing-details-card.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { SpendCard } from './spend-card.tsx';
import { StatementCard } from './statement-card.tsx';

/** Statements: what was spent by month, and what moved the balance in a period. */
export function StatementsPage() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold tracking-tight">{t('statements.title')}</h2>
          <p className="text-muted">{t('statements.intro')}</p>
        </div>
        <Link to="/billing" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
          {t('statements.back')}
        </Link>
      </div>
      <SpendCard />
      <StatementCard />
      <InvoicesCard />
      <BillingDetailsCard />
    </div>
  );
}
