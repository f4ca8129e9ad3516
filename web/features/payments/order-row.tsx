import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Transaction, cancelOrder, listOrders, payOrder } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { comparePounds, subtractPounds } from '../../lib/pounds.ts';
import { useRates } from '../../lib/use-rates.ts';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import { descriptionText } from '../../lib/wording-text.ts';
import { useBrand } from '../../state/brand.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Badge, Money, formatPounds, formatTime } from '../../ui/values.tsx';
import { ApiError, call } from '../../lib/call.ts';
import { changeRead, queryKeys, reread } from '../../lib/reads.ts';
import { toast } from '../../ui/toast.tsx';
import { TopUpForOrder } from './top-up-for-order.tsx';
import { useCoins } from './use-coins.ts';

interface OrderRowProps {
  order: Transaction;
  /** A top-up that names it waits for verification. */
  toppedUp: boolean;
}

/** One order: pay it from the balance, top up and pay it, or cancel it. */
export function OrderRow({ order, toppedUp }: OrderRowProps) {
  const isInHand = usePaymentInHand()?.order === order.id;
  const [toppingUp, setToppingUp] = useState(false);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="font-medium">
          <WithNumbers>{descriptionText(order)}</WithNumbers>
        </p>
        <p className="text-sm text-muted">{t('billing.orders.placedAt', { date: formatTime(order.createdAt) })}</p>
        {toppedUp && <p className="text-sm text-muted">{t('billing.orders.toppedUp')}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <span className="me-2 text-lg font-semibold max-sm:w-full">
          <Money value={order.amount} />
        </span>
        {order.cryptocurrency ? (
          <Badge tone="warning">{t('billing.orders.verifying')}</Badge>
        ) : (
          <OrderChoices order={order} toppedUp={toppedUp} onTopUp={() => setToppingUp(true)} />
        )}
      </div>
      {(toppingUp || isInHand) && <TopUpForOrder order={order} onClose={() => setToppingUp(false)} />}
    </li>
  );
}

interface OrderChoicesProps extends OrderRowProps {
  onTopUp: () => void;
}

/** The owner's choices for an order: pay it where the balance is enough, else top up; or cancel it. */
function OrderChoices({ order, toppedUp, onTopUp }: OrderChoicesProps) {
  const { credits } = useCurrentUser();
  const { pay, cancel } = useOrderActions(order);
  const price = formatPounds(order.amount);
  const what = descriptionText(order);
  const coins = useCoins();
  const isCovered = comparePounds(credits, order.amount) >= 0;
  const hasNoCoins = coins.data?.length === 0;
  return (
    <>
      {isCovered && (
        <AskFirst
          label={t('billing.orders.pay')}
          confirmLabel={t('billing.orders.payConfirm', { price })}
          look={{ may: 'payOrder', variant: 'primary' }}
          title={t('billing.orders.payTitle')}
          description={t('billing.orders.payText', {
            ...{ what, price, left: formatPounds(subtractPounds(credits, order.amount)) },
          })}
          action={pay}
          failed={t('billing.orders.payFailed')}
        />
      )}
      {!isCovered && hasNoCoins && <TopUpElsewhere missing={subtractPounds(order.amount, credits)} />}
      {!isCovered && !hasNoCoins && (
        <Button may="createQuote" size="sm" variant={toppedUp ? 'secondary' : 'primary'} onClick={onTopUp}>
          {t('billing.orders.topUp')}
        </Button>
      )}
      <AskFirst
        danger
        label={t('billing.orders.cancel')}
        confirmLabel={t('billing.orders.cancelConfirm')}
        look={{ may: 'cancelOrder', variant: 'ghost' }}
        title={t('billing.orders.cancelTitle')}
        description={t('billing.orders.cancelText', { what })}
        action={cancel}
        failed={t('billing.orders.cancelFailed')}
      />
    </>
  );
}

/**
 * Shown instead of a top-up for an order where no coin is offered: what is missing, and whom to ask for it.
 * @param missing pounds
 */
function TopUpElsewhere({ missing }: { missing: string }) {
  const { id } = useCurrentUser();
  const resold = useRates(id)?.cryptoPayments === false;
  const brand = useBrand();
  return (
    <p className="max-w-64 text-sm text-balance text-muted max-sm:max-w-none max-sm:basis-full">
      {resold
        ? t('billing.orders.askProvider', { name: brand?.name ?? t('brand.provider'), amount: formatPounds(missing) })
        : t('billing.noCoinsHint')}
    </p>
  );
}

/** Paying an order from the balance and cancelling it. */
function useOrderActions(order: Transaction) {
  const { id } = useCurrentUser();
  const params = { id, transactionId: order.id };
  const done = async () => {
    // The granted goods show everywhere at once: balance, role and packages.
    await useSession.getState().refresh();
    const changed = [
      queryKeys.orders(id),
      queryKeys.transactions(id),
      queryKeys.stats(id),
      queryKeys.trunks(id),
      queryKeys.reseller(id),
    ];
    await reread(...changed);
  };
  const pay = useMutation({
    // The order itself is the key: it can be paid once.
    mutationFn: () => call(payOrder, { params, idempotencyKey: order.id, body: { price: order.amount } }),
    onSuccess: () => {
      toast(t('billing.orders.paid'), t('billing.orders.paidText', { what: descriptionText(order) }));
      void done();
    },
    onError: (error) => {
      const price = error instanceof ApiError && error.problem?.price;
      if (!price) return;
      // The dialog stays open, shows what it costs now and asks again.
      changeRead(listOrders, { id }, (orders) =>
        orders.map((each) => (each.id === order.id ? { ...each, amount: price } : each)),
      );
    },
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params }),
    onSuccess: () => {
      toast(t('billing.orders.cancelled'), t('billing.orders.cancelledText', { what: descriptionText(order) }));
      void done();
    },
  });
  return { pay, cancel };
}
