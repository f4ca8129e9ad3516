import { useState } from 'react';
import { useNavigate } from '../../lib/router.ts';
import {
  ADVISED_CREDIT_GBP,
  TOP_UP_PRESETS_GBP,
  type CoinId,
} from '../../../src/money/payments/catalogue.ts';
import { coinAmount } from '../../../src/money/payments/coin-amount.ts';
import { t } from '../../lib/i18n.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { checkAmount, isAmount, wholePounds } from './check-amount.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { coinIdOf, useCoins } from './use-coins.ts';

/** Chooses a coin and an amount, then opens the payment dialog. */
export function BuyCredit() {
  const coins = useCoins();
  const navigate = useNavigate();
  const given = usePaymentInHand();
  const inHand = given && !given.order ? given : null;
  const isPreset = TOP_UP_PRESETS_GBP.some(({ amount }) => String(amount) === inHand?.amount);
  const [coinId, setCoinId] = useState<CoinId | null>(coinIdOf(inHand?.coin));
  const [preset, setPreset] = useState<string | null>(isPreset ? (inHand?.amount ?? null) : null);
  const [custom, setCustom] = useState(isPreset ? '' : (inHand?.amount ?? ''));
  const [missing, setMissing] = useState(false);
  const [amountError, setAmountError] = useState<string>();

  if (coins.isPending) return <BuyCreditSkeleton />;
  if (coins.isError) {
    return (
      <Card>
        <ErrorState error={coins.error} onRetry={() => void coins.refetch()} />
      </Card>
    );
  }
  const [first] = coins.data;
  if (!first) {
    return (
      <Card>
        <EmptyState title={t('billing.noCoins')} description={t('billing.noCoinsHint')} />
      </Card>
    );
  }

  const coin = coins.data.find((offered) => offered.id === coinId);
  const minimum = (coin ?? first).minimum;
  const amount = preset ?? custom.trim();
  const cryptoAmount = coin && isAmount(amount) ? coinAmount(amount, coin.rate) : null;

  const pay = () => {
    if (!coin || !amount) {
      setMissing(true);
      return;
    }
    const fault = checkAmount(amount, coin.minimum);
    setAmountError(fault);
    if (!fault) void navigate({ to: '/billing/payments/new', search: { coin: coin.id, amount } });
  };

  return (
    <Card title={t('billing.buy.title')} description={t('billing.buy.description')}>
      <div className="grid gap-5 lg:grid-cols-[1fr_18rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <ChoiceGroup
            legend={t('billing.buy.coin')}
            name="coin"
            value={coinId}
            onChange={(next) => {
              setCoinId(next);
              setMissing(false);
            }}
            choices={coins.data.map(({ id, name, network, symbol }) => ({
              value: id,
              label: name,
              note: t('billing.buy.coinNote', { symbol, network }),
            }))}
          />
          <ChoiceGroup
            legend={t('billing.buy.amount')}
            name="amount"
            className="grid-cols-3"
            value={preset}
            onChange={(next) => {
              setPreset(next);
              setCustom('');
              setMissing(false);
              setAmountError(undefined);
            }}
            choices={presets(minimum).map(({ pounds, note }) => ({
              value: pounds,
              label: wholePounds(pounds),
              note: note && t(`billing.buy.${note}`),
            }))}
          />
          <Field label={t('billing.buy.custom')} error={amountError}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder={t('billing.buy.customPlaceholder', { minimum: wholePounds(minimum) })}
              value={custom}
              onChange={(event) => {
                setCustom(event.target.value);
                setPreset(null);
                setMissing(false);
                setAmountError(undefined);
              }}
            />
          </Field>
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
          <dl aria-live="polite" className="flex flex-col gap-2">
            <div className="flex justify-between gap-4">
              <dt className="text-muted">{t('billing.buy.credit')}</dt>
              <dd className="font-medium">{cryptoAmount ? formatPounds(amount) : '–'}</dd>
            </div>
            <div>
              <dt className="text-muted">{t('billing.buy.youPay')}</dt>
              <dd className="mt-0.5 text-xl font-semibold tracking-tight break-all">
                {coin && cryptoAmount ? `${cryptoAmount} ${coin.symbol}` : '–'}
              </dd>
            </div>
          </dl>
          {missing && (
            <Notice tone="danger" alert>
              {t('billing.buy.missing')}
            </Notice>
          )}
          <Button size="lg" onClick={pay}>
            {t('billing.buy.continue')}
          </Button>
          <p className="text-sm text-muted">
            {t('billing.buy.advice', { amount: wholePounds(String(ADVISED_CREDIT_GBP)) })}
          </p>
        </div>
      </div>
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

/** The presets that may be bought, with the note of the smallest where it is the minimum indeed. */
const presets = (minimum: string) =>
  TOP_UP_PRESETS_GBP.map(({ amount, note }) => ({ pounds: String(amount), note }))
    .filter(({ pounds }) => comparePounds(pounds, minimum) >= 0)
    .map(({ pounds, note }) => ({
      pounds,
      note: note === 'minimum' && comparePounds(pounds, minimum) !== 0 ? null : note,
    }));

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
