import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { coinAmount, withoutTrailingZeros } from '../../../src/shared/coin-amount.ts';
import { paymentUri } from '../../../src/shared/payment-uri.ts';
import { t } from '../../lib/i18n.ts';
import { clockText, useSecondsUntil } from '../../lib/use-seconds-until.ts';
import { usePassed } from '../../lib/use-passed.ts';
import { useBrandName } from '../../state/brand.ts';
import { SmallButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ReadFrame, Skeleton } from '../../ui/frames.tsx';
import type { useQuote } from './use-quote.ts';
import { Refusal } from '../../ui/refusal.tsx';
import { Fact } from '../../ui/values.tsx';

/** How long the quote is valid, and a button to ask again. */
function QuoteTime({ quote, renewing, onRenew }: { quote: Quote; renewing: boolean; onRenew: () => void }) {
  const isOver = usePassed(quote.expiresAt);
  return (
    <Notice tone={isOver ? 'warning' : 'info'}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {isOver ? <p>{t('billing.quote.over')}</p> : <Left until={quote.expiresAt} />}
        <SmallButton busy={renewing} onClick={onRenew}>
          {t('billing.quote.renew')}
        </SmallButton>
      </div>
    </Notice>
  );
}

/** Counts down. Screen readers do not read out each second. */
function Left({ until }: { until: string }) {
  const time = clockText(useSecondsUntil(Date.parse(until)));
  return (
    <p role="timer" aria-live="off" className="tabular-nums">
      {t('billing.quote.left', { time })}
    </p>
  );
}

interface QuotePanelProps extends ReturnType<typeof useQuote> {
  coin: CoinOffer;
}

/** Shows the amount to pay, the address, and how long they hold. */
export function QuotePanel({ coin, quote, renew }: QuotePanelProps) {
  return (
    <ReadFrame read={quote} pending={<Skeleton className="h-140 sm:h-100" />}>
      {(found) => (
        <>
          <QuoteTime quote={found} renewing={renew.isPending} onRenew={() => renew.mutate()} />
          {renew.error && <Refusal error={renew.error} fallback={t('billing.quote.failed')} />}
          <PaymentInstructions coin={coin} quote={found} />
          {coin.watched && (
            <div role="status">
              <Notice>{t('billing.found.waiting')}</Notice>
            </div>
          )}
        </>
      )}
    </ReadFrame>
  );
}

/** The amount, the address and the QR code of a payment, with what can go wrong. */
function PaymentInstructions({ coin, quote }: { coin: CoinOffer; quote: Quote }) {
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
          <Fact label={t('billing.payment.amount')} look="flex items-center gap-1">
            <span className="min-w-0 text-lg font-semibold break-all">
              <OwnAmount quote={quote} /> {coin.symbol}
            </span>
            <CopyButton value={withoutTrailingZeros(cryptoAmount)} label={t('billing.payment.copyAmount')} />
          </Fact>
          <Fact label={t('billing.payment.address')} look="flex items-start gap-1">
            <span className="min-w-0 py-1.5 font-mono text-sm text-balance break-all">{walletAddress}</span>
            <CopyButton value={walletAddress} label={t('billing.payment.copyAddress')} />
          </Fact>
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
