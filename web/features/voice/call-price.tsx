import { useQuery } from '@tanstack/react-query';
import { getCallQuote } from '../../../src/services/voice/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { formatPounds } from '../../ui/format-money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { askedOf, quoteKey } from './shown-rate.ts';

/** What a minute costs, and how long a call the balance and the limits allow, before it is placed. */
export function CallPrice({ userId, destination }: { userId: string; destination: string }) {
  // The limit of a country counts from the moment that its number is whole.
  const asked = askedOf(destination);
  const quote = useQuery({
    queryKey: quoteKey(userId, destination),
    queryFn: () => call(getCallQuote, { params: { id: userId }, query: asked }),
  });
  if (quote.isPending) return <Skeleton className="h-24" />;
  if (quote.isError)
    return <Notice tone="warning">{messageOf(quote.error, t('voice.price.unknown'))}</Notice>;
  const { ratePerMinute, connectionFee, firstInterval, nextInterval, destinationName } = quote.data;
  const { packageMinutes, maxMinutes } = quote.data;
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
        {packageMinutes > 0 && (
          <Line
            label={t('voice.price.package')}
            value={t('voice.price.minutes', { count: packageMinutes })}
          />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong/40 pt-3">
          <dt className="text-muted">{t('voice.price.longest')}</dt>
          <dd className="text-xl font-semibold tracking-tight">
            {t('voice.price.minutes', { count: maxMinutes })}
          </dd>
        </div>
      </dl>
      {maxMinutes === 0 ? (
        <Notice tone="warning">{t('voice.price.tooLittle')}</Notice>
      ) : (
        <p className="text-sm text-muted">{t('voice.price.setAside')}</p>
      )}
    </>
  );
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium">{value}</dd>
  </div>
);
