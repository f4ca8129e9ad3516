import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PaymentInstructions } from './payment-instructions.tsx';
import { QuoteTime } from './quote-time.tsx';
import type { useQuote } from './use-quote.ts';

interface QuotePanelProps extends ReturnType<typeof useQuote> {
  coin: CoinOffer;
}

/** Shows the amount to pay, the address, and how long they hold. */
export function QuotePanel({ coin, quote, renew }: QuotePanelProps) {
  return (
    <ReadFrame read={quote} pending={<SkeletonRows rows={4} />}>
      {(found) => (
        <>
          <QuoteTime quote={found} renewing={renew.isPending} onRenew={() => renew.mutate()} />
          {renew.isError && (
            <Notice tone="danger" alert>
              {messageOf(renew.error, t('billing.quote.failed'))}
            </Notice>
          )}
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
