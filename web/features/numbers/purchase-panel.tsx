import { useState, useEffect, useEffectEvent } from 'react';
import { MapPin, Timer } from '../../ui/icons.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { NUMBER_DISCOUNT_PERCENT } from '../../../src/shared/number-rates.ts';
import { findCountry, type NumberCountry } from '../../../src/services/numbers/catalogue.ts';
import type { Hold } from '../../../src/services/numbers/contract.ts';
import { messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { clockText, useSecondsUntil } from '../../lib/use-seconds-until.ts';
import { useRates } from '../../lib/use-rates.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, EmptyState } from '../../ui/frames.tsx';
import { Switch } from '../../ui/field.tsx';
import { Money, formatPounds } from '../../ui/values.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { SECOND_MS } from '../../../src/platform/kit/durations.ts';
import { HeldPapers } from './papers/papers-dialog.tsx';
import { NumberChoice, useHold } from './number-choice.tsx';
import { paysLess } from './number-price.ts';
import { usePurchase } from './use-purchase.ts';
import { WithNumbers } from '../../ui/with-numbers.tsx';

interface PurchasePanelProps {
  country: NumberCountry | null;
  /** The numbers that the customer holds at the moment. */
  holds: readonly Hold[];
}

/** Chooses a number of the picked country, keeps it while the customer decides, and buys it. */
export function PurchasePanel({ country, holds }: PurchasePanelProps) {
  /** The number that was clicked, from the click until the server has answered. */
  const [clicked, setClicked] = useState<string | null>(null);
  /** A number that lapses is lost, with all that is printed with it. */
  const [autoRenew, setAutoRenew] = useState(true);
  const [fault, setFault] = useState<'missing' | 'holdEnded'>();
  const name = country?.country ?? '';
  // Of a month, in pounds; null while nothing is picked or known.
  const price = useRates(useCurrentUser().id)?.numbers[country?.countryCode ?? ''] ?? null;
  const held = holds.find((hold) => hold.country === name) ?? null;
  const { choose, release, refresh } = useHold(name);
  const { check, buy, confirming, cancel } = usePurchase({ country: name, price });

  const chooseNumber = (number: string) => {
    setFault(undefined);
    buy.reset();
    setClicked(number);
    choose.mutate(number, { onSettled: () => setClicked(null) });
  };
  const purchase = () => {
    if (!held) setFault('missing');
    else check.mutate();
  };
  const endHold = () => {
    setFault('holdEnded');
    void refresh();
  };

  return (
    <Card title={t('numbers.purchase.title')} description={t('packages.emergency')}>
      <div className="flex flex-col gap-4">
        {country ? (
          <NumberChoice country={country} held={clicked ?? held?.number ?? null} onChoose={chooseNumber} />
        ) : (
          <EmptyState icon={MapPin} title={t('numbers.purchase.pickCountry')} />
        )}
        {held && <Held hold={held} onEnd={endHold} onRelease={() => release.mutate()} />}
        {price !== null && <Price price={price} />}
        <Failure>{fault && t(`numbers.purchase.${fault}`)}</Failure>
        <Failure>{buy.isError && messageOf(buy.error, t('numbers.purchase.failed'))}</Failure>
        <Button
          may="purchaseNumber"
          size="lg"
          busy={check.isPending || choose.isPending || (country !== null && price === null)}
          onClick={purchase}
        >
          {t('numbers.purchase.buy')}
        </Button>
      </div>
      {held && price !== null && (
        <ConfirmDialog
          open={confirming}
          onClose={cancel}
          title={<WithNumbers>{t('numbers.purchase.confirmTitle', { number: held.number })}</WithNumbers>}
          description={t('numbers.purchase.confirmText', { price: formatPounds(price) })}
          confirmLabel={t('numbers.purchase.confirm', { price: formatPounds(price) })}
          busy={buy.isPending}
          onConfirm={() => buy.mutate({ number: held.number, autoRenew })}
        >
          <div className="flex flex-col gap-4">
            <Switch
              label={t('numbers.mine.autoRenew')}
              description={t('numbers.purchase.renewHint', { price: formatPounds(price) })}
              checked={autoRenew}
              onChange={setAutoRenew}
            />
            <Carries hold={held} />
          </div>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** How long the number is still held, and what its country asks of the buyer. */
function Held({ hold, onEnd, onRelease }: { hold: Hold; onEnd: () => void; onRelease: () => void }) {
  const toldAt = useQueryClient().getQueryState(queryKeys.numberHolds)?.dataUpdatedAt ?? 0;
  return (
    <>
      <HoldCountdown key={`${hold.number} ${toldAt}`} hold={hold} toldAt={toldAt} onEnd={onEnd} onRelease={onRelease} />
      <Carries hold={hold} />
      <HeldPapers key={hold.number} number={hold.number} countryCode={findCountry(hold.country)?.countryCode ?? ''} />
    </>
  );
}

/** Says what a number carries, before it is bought. */
function Carries({ hold: { carriesMessages: messages, carriesCalls: calls } }: { hold: Hold }) {
  if (messages && calls) return <Notice>{t('numbers.purchase.both')}</Notice>;
  if (messages !== false && calls !== false) return <Notice>{t('numbers.purchase.unknown')}</Notice>;
  return (
    <Notice tone="warning">{t(messages === false ? 'numbers.purchase.noMessages' : 'numbers.purchase.noCalls')}</Notice>
  );
}

/** Shows the price of a month, and whether a reseller's discount is in it. */
function Price({ price }: { price: string }) {
  const withDiscount = paysLess(useCurrentUser(), new Date());
  return (
    <>
      <dl className="flex items-baseline justify-between gap-4">
        <dt className="text-muted">{t('numbers.purchase.price')}</dt>
        <dd className="text-xl font-semibold tracking-tight">
          <Money value={price} />
        </dd>
      </dl>
      {withDiscount && (
        <p className="-mt-2 text-sm text-success">
          {t('numbers.purchase.saving', { percent: NUMBER_DISCOUNT_PERCENT })}
        </p>
      )}
    </>
  );
}

interface HoldCountdownProps {
  hold: Hold;
  /** When the server said how many seconds are left, by this computer's clock. */
  toldAt: number;
  onEnd: () => void;
  onRelease: () => void;
}

/** The number that is held, and the time it is still held for. */
function HoldCountdown({ hold, toldAt, onEnd, onRelease }: HoldCountdownProps) {
  const seconds = useSecondsUntil(toldAt + hold.secondsLeft * SECOND_MS);
  const over = seconds === 0;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (over) end();
  }, [over]);

  return (
    <div className="rounded-md bg-accent-soft p-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted">{t('numbers.purchase.held')}</p>
        <p
          role="timer"
          aria-label={t('numbers.purchase.timeLeft')}
          className="inline-flex items-center gap-1.5 font-semibold text-accent"
        >
          <Timer aria-hidden className="size-4" />
          {clockText(seconds)}
        </p>
      </div>
      <p className="mt-1 text-lg font-semibold">
        <WithNumbers>{hold.number}</WithNumbers>
      </p>
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="text-sm text-muted">{t('numbers.purchase.holdHint')}</p>
        <Button may="releaseNumberHold" variant="ghost" size="sm" onClick={onRelease}>
          {t('numbers.purchase.release')}
        </Button>
      </div>
    </div>
  );
}
