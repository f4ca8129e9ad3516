import { findCoin } from '../../../src/money/payments/catalogue.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Money } from '../../ui/money.tsx';
import { PaymentTimeline } from '../../ui/payment-timeline.tsx';
import { ReceivedAmount } from '../../ui/received-amount.tsx';
import { TransactionBadge } from '../../ui/transaction-badge.tsx';

/** One payment in a coin: what was asked for, what arrived, and what has become of it so far. */
export function PaymentDrawer({ payment, onClose }: { payment: Transaction; onClose: () => void }) {
  const { cryptoAmount, cryptocurrency, transactionHash, explorerUrl, userId, id } = payment;
  return (
    <Drawer open onClose={onClose} title={t('billing.payment.follow')} description={payment.description}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-1 rounded-md bg-sunken p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-2xl font-semibold tracking-tight">
              <Money value={payment.amount} />
            </span>
            <TransactionBadge status={payment.status} />
          </div>
          {cryptoAmount && (
            <p className="text-muted">
              {cryptoAmount} {findCoin(cryptocurrency)?.symbol}
            </p>
          )}
          <ReceivedAmount payment={payment} />
        </div>
        <PaymentTimeline userId={userId} transactionId={id} />
        {transactionHash && (
          <div>
            <p className="text-sm text-muted">{t('billing.payment.hash')}</p>
            <p className="font-mono text-sm break-all">{transactionHash}</p>
            {explorerUrl && (
              <ExternalLink href={explorerUrl}>{t('billing.transactions.explorer')}</ExternalLink>
            )}
          </div>
        )}
      </div>
    </Drawer>
  );
}
