import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { DownloadLink } from '../../../../ui/download-link.tsx';
import { History } from '../../../../ui/icons.tsx';
import { type AdminPayment, listPayments } from '../../../../../src/admin/contract.ts';
import { coinText, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { t } from '../../../../lib/i18n.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { SmallButton } from '../../../../ui/button.tsx';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { ListCard } from '../../../../ui/frames.tsx';
import { ReceivedAmount } from '../../../../ui/received-amount.tsx';
import { Money, Time, formatPounds } from '../../../../ui/values.tsx';
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
      row={(payment) => (
        <PaymentRow payment={payment} note={<Settled payment={payment} />}>
          <SmallButton
            aria-label={t('admin.history.detailsOf', {
              amount: formatPounds(payment.amount),
              email: payment.user.email,
            })}
            onClick={() => setViewed(payment)}
          >
            {t('admin.history.details')}
          </SmallButton>
        </PaymentRow>
      )}
    >
      {viewed && <PaymentDetails payment={viewed} onClose={() => setViewed(null)} />}
    </ListCard>
  );
}

/** When and by whom a payment was decided, and why. */
const Settled = ({ payment: { settledAt, settledBy, status, reason } }: { payment: AdminPayment }) => (
  <>
    <p className="text-sm text-muted">
      {settledAt && <Time iso={settledAt} />}
      {status === 'verified' && !settledBy && <> · {t('payment.automatic')}</>}
      {settledBy && <> · {t('payment.by', { name: settledBy.fullName || settledBy.email })}</>}
    </p>
    {reason && <p className="text-sm break-words">{reason}</p>}
  </>
);

interface PaymentRowProps {
  payment: AdminPayment;
  /** What became of it. */
  note: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** A payment in a list: whose it is, its transaction, and how much it is. */
export function PaymentRow({ payment, note, children }: PaymentRowProps) {
  const { user, amount, cryptoAmount, cryptocurrency, explorerUrl, transactionHash } = payment;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{user.fullName || t('admin.unknownName')}</p>
        <p className="text-sm break-all text-muted">{user.email}</p>
        {note}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm">{cryptoAmount && coinText(cryptoAmount, cryptocurrency)}</p>
        {transactionHash && (
          <p className="flex items-center gap-1 text-sm text-muted">
            <span className="shrink-0">{t('admin.payments.hash')}</span>
            <span className="min-w-0 truncate font-mono text-xs">{transactionHash}</span>
            <CopyButton value={transactionHash} label={t('admin.payments.copyHash')} />
          </p>
        )}
        {explorerUrl && <ExternalLink href={explorerUrl}>{t('admin.payments.explorer')}</ExternalLink>}
        <ReceivedAmount payment={payment} />
      </div>
      <div className="flex flex-col items-end gap-1 max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between">
        <span className="font-semibold">
          <Money value={amount} />
        </span>
        <TransactionBadge transaction={payment} />
        {children}
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
