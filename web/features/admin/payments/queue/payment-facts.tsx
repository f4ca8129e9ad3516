import { type Coin, coinText } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { normalizeHash } from '../../../../../src/shared/hashes.ts';
import { descriptionText } from '../../../../lib/wording-text.ts';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { ReceivedAmount } from '../../../../ui/received-amount.tsx';
import { Fact, Money, Time } from '../../../../ui/values.tsx';
import { TransactionBadge } from '../../../../ui/transaction-badge.tsx';

interface PaymentFactsProps {
  payment: PendingPayment;
  coin: Coin | undefined;
  /** The administrator's hash, trimmed; empty while there is none. */
  enteredHash: string;
  /** Enters the customer's hash. */
  onUseHash?: ((hash: string) => void) | undefined;
}

/** It says who paid, how much, in what, to which address, and by which transaction. */
export function PaymentFacts({ payment, coin, enteredHash, onUseHash }: PaymentFactsProps) {
  const entered = coin && normalizeHash(coin.id, enteredHash);
  const { user, cryptoAmount, walletAddress, transactionHash, outputIndex, explorerUrl } = payment;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{user.fullName || t('admin.unknownName')}</h3>
          <p className="break-all text-muted">{user.email}</p>
        </div>
        <TransactionBadge transaction={payment} />
      </div>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2">
        <Fact label={t('admin.payments.amount')}>
          <span className="text-lg font-semibold">
            <Money value={payment.amount} />
          </span>
        </Fact>
        <Fact label={t('admin.payments.cryptoAmount')}>
          {cryptoAmount ? coinText(cryptoAmount, coin?.id ?? null) : '–'}
          {coin && <span className="text-muted"> · {coin.network}</span>}
          <ReceivedAmount payment={payment} />
        </Fact>
        <Fact label={t('admin.payments.submitted')}>
          <Time iso={payment.createdAt} />
        </Fact>
        <Fact label={t('admin.payments.purpose')}>{descriptionText(payment)}</Fact>
        <Fact className="sm:col-span-2" label={t('admin.payments.address')}>
          <Copyable value={walletAddress} label={t('admin.payments.copyAddress')} />
        </Fact>
        <Fact
          className="sm:col-span-2"
          label={t(payment.status === 'pending' ? 'admin.payments.customerHash' : 'admin.payments.hash')}
        >
          <Copyable value={transactionHash} label={t('admin.payments.copyHash')} />
          {outputIndex !== null && coin?.outputs && <p>{t('admin.payments.output', { index: outputIndex })}</p>}
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {transactionHash && onUseHash && (
              <Button size="sm" variant="secondary" aria-keyshortcuts="u" onClick={() => onUseHash(transactionHash)}>
                {t('admin.payments.useCustomerHash')}
              </Button>
            )}
            {explorerUrl && <ExternalLink href={explorerUrl}>{t('admin.payments.explorer')}</ExternalLink>}
            {entered && (
              <ExternalLink href={coin.explorer(entered)}>{t('admin.payments.explorerEntered')}</ExternalLink>
            )}
          </span>
        </Fact>
      </dl>
    </div>
  );
}

function Copyable({ value, label }: { value: string | null; label: string }) {
  if (!value) return '–';
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 py-1.5 font-mono text-sm text-balance break-all">{value}</span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
