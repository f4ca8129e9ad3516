import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '../../lib/router.ts';
import { ArrowLeft, Printer, ReceiptText } from '../../ui/icons.tsx';
import { coinText } from '../../../src/money/payments/catalogue.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { getTimeline } from '../../../src/money/payments/timeline-contract.ts';
import { ApiError, call } from '../../lib/call.ts';
import { descriptionText } from '../../lib/wording-text.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useBrandName } from '../../state/brand.ts';
import { useCurrentUser } from '../../state/session.ts';
import { SmallButton, buttonClass } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Money } from '../../ui/values.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PaymentTimeline } from '../../ui/payment-timeline.tsx';
import { Card, EmptyState, ReadFrame, SkeletonRows } from '../../ui/frames.tsx';
import { ReceivedAmount } from '../../ui/received-amount.tsx';
import { TransactionBadge } from '../../ui/transaction-badge.tsx';
import { SignPayment } from './sign-payment.tsx';

/** One payment at its own address: what was asked for, what became of it so far, and what happens next. */
export function PaymentPage() {
  const { id } = useCurrentUser();
  const { paymentId } = useParams({ strict: false });
  const transactionId = paymentId ?? '';
  const payment = useQuery({
    queryKey: [...queryKeys.payment(id, transactionId), 'timeline'],
    queryFn: () => call(getTimeline, { params: { id, transactionId } }),
  });
  return (
    <div className="flex flex-col gap-5">
      <Link to="/billing" className={`${buttonClass({ variant: 'secondary', size: 'sm' })} self-start print:hidden`}>
        <ArrowLeft aria-hidden className="size-4" />
        {t('sections.billing.label')}
      </Link>
      <Card title={t('billing.payment.follow')} description={payment.data && descriptionText(payment.data.transaction)}>
        <ReadFrame
          read={payment}
          pending={<SkeletonRows rows={4} />}
          failed={(words, error) => (isUnknown(error) ? <UnknownPayment /> : words)}
        >
          {({ transaction }) => <Payment payment={transaction} />}
        </ReadFrame>
      </Card>
    </div>
  );
}

const isUnknown = (error: Error): boolean => error instanceof ApiError && error.status < 500;

const UnknownPayment = () => <EmptyState icon={ReceiptText} title={t('billing.payment.unknown')} />;

/** Which words fit what became of it. */
const nextOf = ({ status }: Transaction) =>
  status === 'pending' ? 'pending' : status === 'failed' ? 'failed' : 'verified';

function Payment({ payment }: { payment: Transaction }) {
  const { cryptoAmount, cryptocurrency, transactionHash, explorerUrl, userId, id } = payment;
  const next = nextOf(payment);
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <div className="print:hidden">
          <Notice tone={next === 'failed' ? 'warning' : 'info'}>{t(`billing.payment.next.${next}`)}</Notice>
        </div>
        <PaymentTimeline userId={userId} transactionId={id} />
        <div className="print:hidden">{cryptocurrency && transactionHash && <SignPayment payment={payment} />}</div>
      </div>
      <div className="flex min-w-0 flex-col gap-4 self-start rounded-md bg-sunken p-4">
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-2xl font-semibold tracking-tight">
              <Money value={payment.amount} />
            </span>
            <TransactionBadge transaction={payment} />
          </div>
          {cryptoAmount && <p className="text-muted">{coinText(cryptoAmount, cryptocurrency)}</p>}
          <ReceivedAmount payment={payment} />
        </div>
        {transactionHash && (
          <div>
            <p className="text-sm text-muted">{t('billing.payment.hash')}</p>
            <p className="font-mono text-sm break-all">{transactionHash}</p>
            {explorerUrl && <ExternalLink href={explorerUrl}>{t('billing.transactions.explorer')}</ExternalLink>}
          </div>
        )}
        {next === 'verified' && <Receipt paymentId={id} />}
      </div>
    </div>
  );
}

/** The printed page is the receipt: it says between whom as well. */
function Receipt({ paymentId }: { paymentId: string }) {
  const { fullName, company, email } = useCurrentUser();
  const parties = [useBrandName(), fullName, company, email, paymentId];
  return (
    <>
      <div className="hidden wrap-anywhere print:block">
        <h3 className="font-semibold">{t('billing.receipt.title')}</h3>
        {parties.map((line) => line && <p key={line}>{line}</p>)}
      </div>
      <SmallButton icon={Printer} className="print:hidden" onClick={() => window.print()}>
        {t('billing.receipt.print')}
      </SmallButton>
    </>
  );
}
