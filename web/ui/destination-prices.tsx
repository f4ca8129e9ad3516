import type { ReactNode } from 'react';
import type { RatedService } from '../../db/enums.ts';
import { type RateLine, SHOWN_RATES } from '../../src/money/pricing/line-contract.ts';
import { callingCode } from '../../src/platform/kit/calling-code.ts';
import { callingCodeName, callingCodes } from '../lib/calling-codes.ts';
import { destinationName } from '../lib/destination-name.ts';
import { currentLocale, t } from '../lib/i18n.ts';
import { FirstRows } from './first-rows.tsx';
import { SoonPrice } from './soon-price.tsx';
import { Table } from './table.tsx';
import { Badge, formatPounds, formatTime } from './values.tsx';

interface DestinationPricesProps {
  service: RatedService;
  lines: readonly RateLine[];
  /** What is shown where the search finds nothing. */
  nothing: ReactNode;
}

/** What messages or calls to destinations cost. */
export const DestinationPrices = ({ service, lines, nothing }: DestinationPricesProps) => (
  <>
    {lines.length === 0 ? (
      nothing
    ) : (
      <div className="-mx-5">
        <FirstRows rows={lines}>
          {(shown) => (
            <Table
              caption={t(`rates.service.${service}`)}
              rows={shown}
              rowKey={({ prefix, name }) => `${prefix ?? ''} ${name ?? ''}`}
              columns={[
                { header: t('rates.changes.name'), render: nameOf },
                {
                  header: t('rates.changes.prefix'),
                  render: ({ prefix }) => (prefix === null ? '–' : <bdi>+{prefix}</bdi>),
                },
                { header: t('rates.page.price'), render: (line) => <Price line={line} />, align: 'end' },
                {
                  header: t(service === 'sms' ? 'sms.media.label' : 'rates.page.terms'),
                  render: termsOf,
                  align: 'end',
                },
              ]}
            />
          )}
        </FirstRows>
      </div>
    )}
    {lines.length === SHOWN_RATES && (
      <p className="text-sm text-muted">{t('rates.page.more', { count: SHOWN_RATES })}</p>
    )}
  </>
);

/** A number that a flat price covers is in no list, and has the name of its countries. */
const nameOf = ({ name, prefix }: RateLine): string =>
  name ?? (prefix === null ? t('rates.page.all') : callingCodeName(callingCode(`+${prefix}`)));

function Price({ line }: { line: RateLine }) {
  const { service, prefix, rate, soonRate, soonFrom, endsFrom, closed } = line;
  if (rate === null) return <Badge>{t('rates.page.notSold')}</Badge>;
  return (
    <>
      {closed !== null && (
        <>
          <Badge tone="warning">{t('rates.page.closed', { destination: destinationName(closed) })}</Badge>{' '}
        </>
      )}
      {t(`rates.page.per.${service}`, { price: formatPounds(rate) })}
      <SoonPrice soon={soonRate && soonFrom ? { price: soonRate, holdsFrom: soonFrom } : null} />
      {endsFrom !== null && (
        <span className="block text-sm font-medium text-danger">
          {t(prefix === null ? 'rates.page.flatEnds' : 'rates.page.endsFrom', { date: formatTime(endsFrom) })}
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

/** The shortest text that is searched for in lists: a shorter one occurs in too many names. */
const SHORTEST = 3;
/** How many codes one request asks for at most. */
const MOST = 20;

/** The calling codes of countries that are called so in the reader's language, separated by commas; undefined: none. */
export function codesOfCountry(typed: string): string | undefined {
  const wanted = typed.toLocaleLowerCase(currentLocale());
  // Names are shorter in languages where each character is a word.
  const shortest = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(wanted) ? 1 : SHORTEST;
  if (wanted.length < shortest || /\d/.test(wanted)) return undefined;
  const found = callingCodes().filter(({ name }) => name.toLocaleLowerCase(currentLocale()).includes(wanted));
  const codes = found.slice(0, MOST).map(({ code }) => code.slice(1));
  return codes.join(',') || undefined;
}
