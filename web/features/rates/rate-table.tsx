import type { RateLine } from '../../../src/resale/rates/contract.ts';
import { callingCode } from '../../../src/platform/kit/calling-code.ts';
import { callingCodeName } from '../../lib/calling-codes.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { t } from '../../lib/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Table } from '../../ui/table.tsx';
import { formatTime } from '../../ui/time.tsx';
import { SoonPrice } from './soon-price.tsx';

interface RateTableProps {
  lines: readonly RateLine[];
  /** The subject of all rows, for screen readers. */
  caption: string;
}

/** Destinations with their prices, and those that were announced. */
export const RateTable = ({ lines, caption }: RateTableProps) => (
  <Table
    caption={caption}
    rows={lines}
    rowKey={({ service, prefix }) => `${service} ${prefix ?? ''}`}
    columns={[
      { key: 'name', header: t('rates.changes.name'), render: nameOf },
      {
        key: 'prefix',
        header: t('rates.changes.prefix'),
        render: ({ prefix }) => (prefix === null ? '–' : <bdi>+{prefix}</bdi>),
      },
      { key: 'rate', header: t('rates.page.price'), render: (line) => <Price line={line} />, align: 'end' },
      { key: 'terms', header: t('rates.page.terms'), render: termsOf, align: 'end' },
    ]}
  />
);

/** A number that a flat price covers is in no list, and has the name of its countries. */
const nameOf = ({ name, prefix }: RateLine): string =>
  name ?? (prefix === null ? t('rates.page.all') : callingCodeName(callingCode(`+${prefix}`)));

function Price({ line }: { line: RateLine }) {
  const { service, rate, soonRate, soonFrom, endsFrom, closed } = line;
  if (rate === null) return <Badge>{t('rates.page.notSold')}</Badge>;
  return (
    <>
      {closed !== null && (
        <>
          <Badge tone="warning">{t('rates.page.closed', { destination: destinationName(closed) })}</Badge>{' '}
        </>
      )}
      {t(`rates.page.per.${service}`, { price: formatPounds(rate) })}
      {soonRate !== null && soonFrom !== null && <SoonPrice price={soonRate} from={soonFrom} />}
      {endsFrom !== null && (
        <span className="block text-sm font-medium text-danger">
          {t('rates.page.endsFrom', { date: formatTime(endsFrom) })}
        </span>
      )}
    </>
  );
}

function termsOf({ service, fee, firstInterval, nextInterval }: RateLine): string {
  if (service === 'sms' && Number(fee) > 0) return t('sms.media.each', { price: formatPounds(fee ?? '0') });
  if (service === 'sms' || firstInterval === null || nextInterval === null) return '–';
  const seconds = t('voice.price.seconds', { first: firstInterval, next: nextInterval });
  return fee !== null && Number(fee) > 0 ? `${seconds} · ${t('voice.price.fee')}: ${formatPounds(fee)}` : seconds;
}
