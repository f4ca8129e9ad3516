import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreditFields } from './credit-fields.tsx';
import { CreditSummary } from './credit-summary.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { useCoins } from './use-coins.ts';
import { useCreditChoice } from './use-credit-choice.ts';

/** Reads which coins there are to buy credit with. */
export function BuyCredit() {
  return (
    <ReadFrame read={useCoins()} pending={<BuyCreditSkeleton />} failed={(words) => <Card>{words}</Card>}>
      {([first, ...others]) =>
        first ? (
          <CreditForm offers={[first, ...others]} />
        ) : (
          <Card>
            <EmptyState title={t('billing.noCoins')} description={t('billing.noCoinsHint')} />
          </Card>
        )
      }
    </ReadFrame>
  );
}

/** Chooses a coin and an amount, then opens the payment dialog. */
function CreditForm({ offers }: { offers: readonly [CoinOffer, ...CoinOffer[]] }) {
  const given = usePaymentInHand();
  const inHand = given && !given.order ? given : null;
  const choice = useCreditChoice(offers, inHand);
  const { coin, amount, cryptoAmount, setAmountError } = choice;
  return (
    <Card title={t('billing.buy.title')} description={t('billing.buy.description')}>
      <Form className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={choice.pay}>
        <CreditFields offers={offers} choice={choice} />
        <CreditSummary choice={choice} />
      </Form>
      {inHand && coin && cryptoAmount && (
        <PaymentDialog
          key={`${coin.id} ${amount}`}
          purchase={{ coin, amount }}
          onAmountRefused={setAmountError}
        />
      )}
    </Card>
  );
}

function BuyCreditSkeleton() {
  return (
    <Card title={t('billing.buy.title')} description={t('billing.buy.description')}>
      <div role="status" className="grid gap-5 lg:grid-cols-[1fr_18rem]">
        <span className="sr-only">{t('ui.loading')}</span>
        <div className="flex flex-col gap-5">
          <Skeleton className="h-34" />
          <Skeleton className="h-20" />
          <Skeleton className="h-15" />
        </div>
        <Skeleton className="h-56" />
      </div>
    </Card>
  );
}
