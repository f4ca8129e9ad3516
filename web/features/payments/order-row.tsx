import { useState } from 'react';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { comparePounds, subtractPounds } from '../../lib/pounds.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { TopUpForOrder } from './top-up-for-order.tsx';
import { TopUpElsewhere } from './top-up-elsewhere.tsx';
import { useCoins } from './use-coins.ts';
import { useOrderActions } from './use-order-actions.ts';

interface OrderRowProps {
  order: Transaction;
  /** Whether a top-up that names it waits for verification. */
  toppedUp: boolean;
}

/** One order: pay it from the balance, top up and pay it, or cancel it. */
export function OrderRow({ order, toppedUp }: OrderRowProps) {
  const { credits } = useCurrentUser();
  const [asking, setAsking] = useState<'pay' | 'cancel' | null>(null);
  const isInHand = usePaymentInHand()?.order === order.id;
  const [toppingUp, setToppingUp] = useState(false);
  const close = () => setAsking(null);
  const { pay, cancel } = useOrderActions(order, close);
  const coins = useCoins();
  const covered = comparePounds(credits, order.amount) >= 0;
  const price = formatPounds(order.amount);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="font-medium">{order.description}</p>
        <p className="text-sm text-muted">
          {t('billing.orders.placedAt')} <Time iso={order.createdAt} />
        </p>
        {toppedUp && <p className="text-sm text-muted">{t('billing.orders.toppedUp')}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <span className="me-2 text-lg font-semibold max-sm:w-full">
          <Money value={order.amount} />
        </span>
        {order.cryptocurrency ? (
          <Badge tone="warning">{t('billing.orders.verifying')}</Badge>
        ) : (
          <>
            {covered && (
              <Button size="sm" onClick={() => setAsking('pay')}>
                {t('billing.orders.pay')}
              </Button>
            )}
            {!covered && coins.data?.length === 0 && (
              <TopUpElsewhere missing={subtractPounds(order.amount, credits)} />
            )}
            {!covered && coins.data?.length !== 0 && (
              <Button
                size="sm"
                variant={toppedUp ? 'secondary' : 'primary'}
                onClick={() => setToppingUp(true)}
              >
                {t('billing.orders.topUp')}
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => setAsking('cancel')}>
              {t('billing.orders.cancel')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'pay'}
        onClose={close}
        title={t('billing.orders.payTitle')}
        description={t('billing.orders.payText', {
          what: order.description,
          price,
          left: formatPounds(subtractPounds(credits, order.amount)),
        })}
        confirmLabel={t('billing.orders.payConfirm', { price })}
        busy={pay.isPending}
        onConfirm={() => pay.mutate()}
      >
        <Refusal sentence={pay.refusal} />
      </ConfirmDialog>
      <ConfirmDialog
        danger
        open={asking === 'cancel'}
        onClose={close}
        title={t('billing.orders.cancelTitle')}
        description={t('billing.orders.cancelText', { what: order.description })}
        confirmLabel={t('billing.orders.cancelConfirm')}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      >
        <Refusal sentence={cancel.refusal} />
      </ConfirmDialog>
      {(toppingUp || isInHand) && <TopUpForOrder order={order} onClose={() => setToppingUp(false)} />}
    </li>
  );
}

function Refusal({ sentence }: { sentence: string | null }) {
  return (
    sentence && (
      <Notice tone="danger" alert>
        {sentence}
      </Notice>
    )
  );
}
