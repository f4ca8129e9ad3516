import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { RatedService } from '../../../db/enums.ts';
import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { ANNOUNCED_HOURS } from '../../../src/money/decks/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { searchRates, SHOWN_RATES } from '../../../src/resale/rates/contract.ts';
import { call } from '../../lib/call.ts';
import { codesOfCountry } from '../../lib/codes-of-country.ts';
import { sentenceText } from '../../lib/fault-text.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber, formatPercent } from '../../lib/locale.ts';
import { type OwnRates, useRates } from '../../lib/use-rates.ts';
import { keyOf, useRead } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ClosedDestinations } from '../../ui/closed-destinations.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FirstRows } from '../../ui/first-rows.tsx';
import { Download } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { RisingPrices } from '../../ui/rising-prices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatTime, Time } from '../../ui/time.tsx';
import { subjectName } from '../../ui/subject-name.ts';
import { NumberPrices } from './number-prices.tsx';
import { RateTable } from './rate-table.tsx';

/** Shows this account's prices of messages, calls and numbers: a search, and its results for each. */
export function RatesSection() {
  const { id } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const [tab, setTab] = useState('sms');
  const search = useDeferredValue(typed.trim());
  return (
    <div className="flex flex-col gap-5">
      <AnnouncedPrices />
      <Card
        title={t('rates.page.title')}
        description={t('rates.page.text', { hours: ANNOUNCED_HOURS })}
        actions={
          <a
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            href={`/api/users/${id}/destinations.csv`}
            download
          >
            <Download aria-hidden className="size-4" />
            {t('rates.deck.export')}
          </a>
        }
      >
        <div className="flex flex-col gap-3">
          <SearchInput label={t('rates.page.search')} value={typed} onChange={setTyped} className="sm:w-full" />
          <Tabs
            label={t('rates.page.title')}
            value={tab}
            onChange={setTab}
            tabs={[
              ...(['sms', 'voice'] as const).map((service) => ({
                id: service,
                label: t(`rates.service.${service}`),
                content: <Destinations key={search} service={service} search={search} />,
              })),
              {
                id: 'numbers',
                label: t('rates.page.numbers'),
                content: <NumberPrices key={search} search={search} />,
              },
              { id: 'closed', label: t('rates.page.closedTab'), content: <ClosedDestinationsOf /> },
            ]}
          />
        </div>
      </Card>
    </div>
  );
}

/** Which prices rise, and from when. */
function AnnouncedPrices() {
  const { id } = useCurrentUser();
  const own = useRates(id);
  const rising = own?.rising ?? [];
  const apart = own?.apart ?? [];
  return (
    <>
      {apart.length > 0 && (
        <Notice>
          {t('rates.own.title')}
          <ul className="mt-1 list-disc ps-4">
            {apart.map((each) => (
              <li key={`${each.subject} ${each.holdsFrom}`}>{agreedText(each)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {rising.length > 0 && (
        <Notice tone="warning">
          {t('rates.rising.title')}
          <RisingPrices rising={rising} />
        </Notice>
      )}
      {own?.switching.map(({ service, holdsFrom }) => (
        <Notice key={service} tone="warning">
          <Time iso={holdsFrom} /> · {t(`rates.page.switching.${service}`)}
        </Notice>
      ))}
    </>
  );
}

/** A price that was agreed with this account alone. */
function agreedText({ subject, percent, byDestination, holdsFrom }: OwnRates['apart'][number]): string {
  const price =
    [
      ...(percent === null ? [] : [t('rates.rising.share', { percent: formatPercent(percent) })]),
      ...(byDestination ? [t('rates.own.destinations')] : []),
    ].join(', ') || t('rates.own.everybody');
  const what = { subject: subjectName(subject), price };
  return Date.parse(holdsFrom) > Date.now()
    ? t('rates.own.later', { ...what, date: formatTime(holdsFrom) })
    : t('rates.own.line', what);
}

/** Shows the destinations closed for this account by country and kind of number, and how they are opened. */
function ClosedDestinationsOf() {
  const { id } = useCurrentUser();
  const limits = useRead(getLimits, { id });
  return (
    <>
      <ReadFrame read={limits}>{(data) => <ClosedDestinations limits={data} />}</ReadFrame>
      <SupportLinks className="mt-3 text-sm" />
    </>
  );
}

interface DestinationsProps {
  service: RatedService;
  search: string;
}

/** The prices of messages or calls that a search finds; of a complete number also why it is closed. */
function Destinations({ service, search }: DestinationsProps) {
  const { id } = useCurrentUser();
  const query = { search, codes: codesOfCountry(search) };
  const rates = useQuery({
    queryKey: [...keyOf(searchRates, { id }), query],
    queryFn: ({ signal }) => call(searchRates, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReadFrame read={rates} pending={<Skeleton className="h-40" />}>
      {(found) => (
        <Found
          service={service}
          closed={closedText(found, service)}
          lines={found.lines.filter((line) => line.service === service)}
        />
      )}
    </ReadFrame>
  );
}

type Rates = ResponseOf<typeof searchRates>;

interface FoundProps {
  service: RatedService;
  /** Why a complete number is closed; null if it is open. */
  closed: string | null;
  lines: Rates['lines'];
}

/** Why a number is closed, in the reader's language; null if it is open. */
function closedText({ closed, sentences }: Rates, service: RatedService): string | null {
  const [text, sentence] = [closed[service], sentences[service]];
  return text === null || sentence === null ? text : sentenceText(sentence, text);
}

function Found({ service, closed, lines }: FoundProps) {
  return (
    <div className="flex flex-col gap-3">
      {closed !== null && <Notice tone="warning">{closed}</Notice>}
      {lines.length === 0 ? (
        <EmptyState title={t('rates.page.none')} />
      ) : (
        <div className="-mx-5">
          <FirstRows rows={lines}>
            {(shown) => <RateTable lines={shown} caption={t(`rates.service.${service}`)} />}
          </FirstRows>
        </div>
      )}
      {lines.length === SHOWN_RATES && (
        <p className="text-sm text-muted">{t('rates.page.more', { count: formatNumber(SHOWN_RATES) })}</p>
      )}
    </div>
  );
}
