import { useState } from 'react';
import { DownloadLink } from '../../../../ui/download-link.tsx';
import { History } from '../../../../ui/icons.tsx';
import { type AdminPayment, listPayments } from '../../../../../src/admin/contract.ts';
import { coinText, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { t } from '../../../../lib/i18n.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { Button } from '../../../../ui/button.tsx';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { formatPounds } from '../../../../ui/format-money.ts';
import { ListCard } from '../../../../ui/list-frame.tsx';
import { Money } from '../../../../ui/money.tsx';
import { ReceivedAmount } from '../../../../ui/received-amount.tsx';
import { Time } from '../../../../ui/time.tsx';
import { TransactionBadge } from '../../../../ui/transaction-badge.tsx';
import { descriptionText, reasonText } from '../../../../lib/wording-text.ts';
import { Drawer } from '../../../../ui/drawer.tsx';
import { PaymentTimeline } from '../../../../ui/payment-timeline.tsx';
import { PaymentFacts } from '../queue/payment-facts.tsx';
import { ReceiptPreview } from '../queue/receipt-preview.tsx';
import { csvPath, type PaymentFilters, type PaymentView, queryOf } from './payment-filters.ts';
import { PaymentReversals } from './payment-reversals.tsx';

/** Payments that were verified or rejected, the latest decision first. */
export function PaymentHistory({ view, filters }: { view: PaymentView; filters: PaymentFilters }) {
  const [viewed, setViewed] = useState<AdminPayment | null>(null);
  const query = queryOf(view, filters);
  const list = usePagedList(listPayments, { query });
  return (
    <ListCard
      title={t('admin.history.title')}
      actions={
        <DownloadLink href={csvPath(view, filters)} size="sm">
          {t('admin.history.export')}
        </DownloadLink>
      }
      list={list}
      empty={{ icon: History, title: t('admin.history.empty'), description: t('admin.history.emptyHint') }}
      row={(payment) => <Row payment={payment} onView={() => setViewed(payment)} />}
    >
      {viewed && <PaymentDetails payment={viewed} onClose={() => setViewed(null)} />}
    </ListCard>
  );
}

function Row({ payment, onView }: { payment: AdminPayment; onView: () => void }) {
  const { user, amount, cryptoAmount, cryptocurrency, explorerUrl, transactionHash, reason } = payment;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{user.fullName || t('admin.unknownName')}</p>
        <p className="text-sm break-all text-muted">{user.email}</p>
        <p className="text-sm text-muted">
          {payment.settledAt && <Time iso={payment.settledAt} />}
          {payment.status === 'verified' && !payment.settledBy && <> · {t('payment.automatic')}</>}
          {payment.settledBy && (
            <> · {t('payment.by', { name: payment.settledBy.fullName || payment.settledBy.email })}</>
          )}
        </p>
        {reason && <p className="text-sm break-words">{reason}</p>}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm">{cryptoAmount && coinText(cryptoAmount, cryptocurrency)}</p>
        {transactionHash && <p className="truncate font-mono text-xs text-muted">{transactionHash}</p>}
        {explorerUrl && <ExternalLink href={explorerUrl}>{t('admin.payments.explorer')}</ExternalLink>}
        <ReceivedAmount payment={payment} />
      </div>
      <div className="flex flex-col items-end gap-1 max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between">
        <span className="font-semibold">
          <Money value={amount} />
        </span>
        <TransactionBadge transaction={payment} />
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('admin.history.detailsOf', { amount: formatPounds(amount), email: user.email })}
          onClick={onView}
        >
          {t('admin.history.details')}
        </Button>
      </div>
    </li>
  );
}

/** A payment of the history in full: its facts, its receipt, and who did what when. */
function PaymentDetails({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  return (
    <Drawer onClose={onClose} title={descriptionText(payment)} description={payment.user.email}>
      <div className="flex flex-col gap-6">
        <PaymentFacts payment={payment} coin={findCoin(payment.cryptocurrency)} enteredHash="" />
        {payment.reason && (
          <div>
            <p className="text-sm text-muted">{t('admin.history.reason')}</p>
            <p className="break-words">{reasonText(payment)}</p>
          </div>
        )}
        <PaymentTimeline userId={payment.userId} transactionId={payment.id} />
        {payment.status === 'verified' && <PaymentReversals payment={payment} />}
        <ReceiptPreview url={payment.receiptImageUrl} />
      </div>
    </Drawer>
  );
}
