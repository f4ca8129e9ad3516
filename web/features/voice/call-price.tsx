import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { getCallQuote } from '../../../src/services/voice/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { askedOf, type CallNumbers, quoteKey } from './shown-rate.ts';

type Quote = ResponseOf<typeof getCallQuote>;

/** Shows the price of a minute, and how long a call the balance and the limits allow, before it is placed. */
export function CallPrice({ userId, numbers }: { userId: string; numbers: CallNumbers }) {
  // The limit of a country counts from the moment that its number is whole.
  const asked = askedOf(numbers);
  const quote = useQuery({
    queryKey: quoteKey(userId, numbers),
    queryFn: () => call(getCallQuote, { params: { id: userId }, query: asked }),
  });
  if (quote.isPending) return <Skeleton className="h-24" />;
  if (quote.isError) return <Notice tone="warning">{messageOf(quote.error, t('voice.price.unknown'))}</Notice>;
  const { ratePerMinute, connectionFee, firstInterval, nextInterval, destinationName } = quote.data;
  const { packageMinutes, maxMinutes, leg } = quote.data;
  if (ratePerMinute === null) {
    return <p className="text-sm text-muted">{t('voice.price.byDestination')}</p>;
  }
  return (
    <>
      <dl className="flex flex-col gap-2">
        {destinationName !== null && <Line label={t('voice.price.destination')} value={destinationName} />}
        <Line label={t('voice.price.rate')} value={formatPounds(ratePerMinute)} />
        {connectionFee !== null && Number(connectionFee) > 0 && (
          <Line label={t('voice.price.fee')} value={formatPounds(connectionFee)} />
        )}
        <Line
          label={t('voice.price.intervals')}
          value={t('voice.price.seconds', { first: firstInterval ?? 60, next: nextInterval ?? 60 })}
        />
        {leg && <LegPrice leg={leg} number={asked.forwardTo ?? ''} />}
        {packageMinutes > 0 && (
          <Line label={t('voice.price.package')} value={t('voice.price.minutes', { count: packageMinutes })} />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong/40 pt-3">
          <dt className="text-muted">{t('voice.price.longest')}</dt>
          <dd className="text-xl font-semibold tracking-tight">{t('voice.price.minutes', { count: maxMinutes })}</dd>
        </div>
      </dl>
      {maxMinutes === 0 ? (
        <Notice tone="warning">{t('voice.price.tooLittle')}</Notice>
      ) : (
        <p className="text-sm text-muted">{t('voice.price.setAside')}</p>
      )}
      {leg && <p className="text-sm text-muted">{t('voice.price.legHint')}</p>}
    </>
  );
}

/** The price of the call to the number that it is forwarded to. */
const LegPrice = ({ leg, number }: { leg: NonNullable<Quote['leg']>; number: string }) => (
  <>
    <Line
      label={t('voice.price.leg', { number })}
      value={leg.ratePerMinute === null ? '' : formatPounds(leg.ratePerMinute)}
    />
    {leg.connectionFee !== null && Number(leg.connectionFee) > 0 && (
      <Line label={t('voice.price.legFee')} value={formatPounds(leg.connectionFee)} />
    )}
  </>
);

const Line = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium">{value}</dd>
  </div>
);
