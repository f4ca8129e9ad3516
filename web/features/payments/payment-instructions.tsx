import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useBrandName } from '../../state/brand.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { withoutTrailingZeros } from './coin-amount.ts';
import { paymentUri } from './payment-uri.ts';

interface PaymentInstructionsProps {
  coin: CoinOffer;
  /** In the coin, to 8 decimals. */
  cryptoAmount: string;
}

/** The amount, the address and the QR code of a payment, with what can go wrong. */
export function PaymentInstructions({ coin, cryptoAmount }: PaymentInstructionsProps) {
  const uri = paymentUri(coin, cryptoAmount, useBrandName());
  return (
    <div className="flex flex-col gap-3">
      {coin.demo && <Notice tone="danger">{t('billing.payment.demoWarning')}</Notice>}
      <div className="flex flex-col items-center gap-4 rounded-md bg-sunken p-4 sm:flex-row sm:items-start">
        <div className="size-36 shrink-0">
          <QrCode value={uri} label={t('billing.payment.qrCode', { coin: coin.name })} />
        </div>
        <dl className="flex w-full min-w-0 flex-1 flex-col gap-3">
          <div>
            <dt className="text-sm text-muted">{t('billing.payment.amount')}</dt>
            <dd className="flex items-center gap-1">
              <span className="text-lg font-semibold">
                {cryptoAmount} {coin.symbol}
              </span>
              <CopyButton
                value={withoutTrailingZeros(cryptoAmount)}
                label={t('billing.payment.copyAmount')}
              />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('billing.payment.address')}</dt>
            <dd className="flex items-start gap-1">
              <span className="min-w-0 py-1.5 font-mono text-sm text-balance break-all">
                {coin.walletAddress}
              </span>
              <CopyButton value={coin.walletAddress} label={t('billing.payment.copyAddress')} />
            </dd>
          </div>
        </dl>
      </div>
      <Notice tone="warning">
        {t('billing.payment.networkWarning', { symbol: coin.symbol, network: coin.network })}
      </Notice>
    </div>
  );
}
