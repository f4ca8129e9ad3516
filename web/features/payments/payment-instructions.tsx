import { coinAmount, withoutTrailingZeros } from '../../../src/shared/coin-amount.ts';
import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { paymentUri } from '../../../src/shared/payment-uri.ts';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useBrandName } from '../../state/brand.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

interface PaymentInstructionsProps {
  coin: CoinOffer;
  quote: Quote;
}

/** The amount, the address and the QR code of a payment, with what can go wrong. */
export function PaymentInstructions({ coin, quote }: PaymentInstructionsProps) {
  const { cryptoAmount, walletAddress } = quote;
  const uri = paymentUri({ ...coin, walletAddress }, cryptoAmount, useBrandName());
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
              <span className="min-w-0 text-lg font-semibold break-all">
                <OwnAmount quote={quote} /> {coin.symbol}
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
              <span className="min-w-0 py-1.5 font-mono text-sm text-balance break-all">{walletAddress}</span>
              <CopyButton value={walletAddress} label={t('billing.payment.copyAddress')} />
            </dd>
          </div>
        </dl>
      </div>
      <Notice tone="info">{t(quote.ownAddress ? 'billing.quote.ownAddress' : 'billing.quote.exact')}</Notice>
      <Notice tone="warning">
        {t('billing.payment.networkWarning', { symbol: coin.symbol, network: coin.network })}
      </Notice>
    </div>
  );
}

/** The amount, its own last digits told apart. */
function OwnAmount({ quote: { amount, rate, cryptoAmount } }: { quote: Quote }) {
  const usual = coinAmount(amount, rate);
  const differs = cryptoAmount.split('').findIndex((digit, place) => digit !== usual[place]);
  const cut = differs < 0 ? cryptoAmount.length : differs;
  return (
    <bdi>
      {cryptoAmount.slice(0, cut)}
      <span className="text-accent underline decoration-2 underline-offset-4">{cryptoAmount.slice(cut)}</span>
    </bdi>
  );
}
