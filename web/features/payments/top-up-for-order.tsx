import { useState } from 'react';
import { useNavigate } from '../../lib/router.ts';
import type { CoinId } from '../../../src/money/payments/catalogue.ts';
import type { CoinOffer, Transaction } from '../../../src/money/payments/contract.ts';
import { descriptionText } from '../../lib/wording-text.ts';
import { t } from '../../lib/i18n.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { comparePounds, subtractPounds } from '../../lib/pounds.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/field.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { EmptyState, ReadFrame } from '../../ui/frames.tsx';
import { CoinChoice } from './coin-choice.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { coinIdOf, useCoins } from './use-coins.ts';

/**
 * Buys what is missing for an order, at least the smallest purchase there is: first the coin, then the
 * payment. Once that is verified the order is paid with it.
 */
export function TopUpForOrder({ order, onClose }: { order: Transaction; onClose: () => void }) {
  const { credits } = useCurrentUser();
  const navigate = useNavigate();
  const given = usePaymentInHand();
  const inHand = given?.order === order.id ? given : null;
  const [coinId, setCoinId] = useState<CoinId | null>(coinIdOf(inHand?.coin));
  /** The server's objection to the amount. */
  const [refusal, setRefusal] = useState<string>();
  const coins = useCoins();
  const coin = coins.data?.find(({ id }) => id === coinId);
  const amount = coins.data?.[0] ? topUpFor(order.amount, credits, coin ?? coins.data[0]) : null;
  if (inHand && coin && amount) {
    return <PaymentDialog purchase={{ coin, amount, order }} onAmountRefused={setRefusal} onClose={onClose} />;
  }
  const pay = () => {
    if (!coin || !amount) return;
    void navigate({ to: '/billing/payments/new', search: { coin: coin.id, amount, order: order.id } });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('billing.orders.topUp')}
      description={
        amount && t('billing.orders.topUpText', { what: descriptionText(order), amount: formatPounds(amount) })
      }
      confirmLabel={t('billing.buy.continue')}
      disabled={!coin}
      onConfirm={pay}
    >
      <ReadFrame
        read={coins}
        empty={<EmptyState title={t('billing.noCoins')} description={t('billing.noCoinsHint')} />}
      >
        {(offers) => <CoinChoice offers={offers} name="order-coin" value={coinId} onChange={setCoinId} />}
      </ReadFrame>
      <div className="mt-3">
        <Fault text={refusal} />
      </div>
    </ConfirmDialog>
  );
}

/** The missing part of a price, but no less than may be bought; pounds with two decimals. */
function topUpFor(price: string, credits: string, { minimum }: CoinOffer): string {
  const missing = subtractPounds(price, credits).slice(0, -2);
  return comparePounds(missing, minimum) < 0 ? minimum : missing;
}
