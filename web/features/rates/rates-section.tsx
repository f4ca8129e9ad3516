import { type ReactNode, useDeferredValue, useState } from 'react';
import type { RatedService } from '../../../db/enums.ts';
import { getLimits, type Limits } from '../../../src/accounts/limits/contract.ts';
import { ANNOUNCED_HOURS } from '../../../src/money/decks/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import type { RateLine } from '../../../src/money/pricing/line-contract.ts';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { sentenceText } from '../../lib/fault-text.ts';
import { formatPercent, t } from '../../lib/i18n.ts';
import { type OwnRates, useRates } from '../../lib/use-rates.ts';
import { useQueried } from '../../lib/use-queried.ts';
import { useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { SmallButton } from '../../ui/button.tsx';
import { codesOfCountry, DestinationPrices } from '../../ui/destination-prices.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { ClosedDestinations } from '../../ui/closed-destinations.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, EmptyState, ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { RisingPrices } from '../../ui/rising-prices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time, formatTime } from '../../ui/values.tsx';
import { subjectName } from '../../ui/subject-name.ts';
import { mendNumber, visible } from '../../../src/shared/phone-number.ts';
import { callingCodes, codedCountries } from '../../lib/calling-codes.ts';
import { countryPart, isCountry } from '../../lib/filter-countries.ts';
import { NumberPrices } from './number-prices.tsx';

/** Shows this account's prices of messages, calls and numbers: a search, and its results for each. */
export function RatesSection() {
  const { id, country } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const [tab, setTab] = useState('sms');
  // A local number is one of the own country.
  const search = useDeferredValue(mendNumber(visible(typed), country)?.number ?? typed.trim());
  const clear = typed !== '' && <SmallButton onClick={() => setTyped('')}>{t('rates.page.clear')}</SmallButton>;
  const nothing = <EmptyState title={t('rates.page.none')} action={clear} />;
  return (
    <div className="flex flex-col gap-5">
      <AnnouncedPrices />
      <Card
        title={t('rates.page.title')}
        actions={
          <DownloadLink size="sm" href={`/api/users/${id}/destinations.csv`}>
            {t('rates.deck.export')}
          </DownloadLink>
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
                content: <Destinations key={search} service={service} search={search} nothing={nothing} />,
              })),
              {
                id: 'numbers',
                label: t('rates.page.numbers'),
                content: <NumberPrices key={search} search={search} nothing={nothing} />,
              },
              { id: 'closed', label: t('rates.page.closedTab'), content: <ClosedDestinationsOf search={search} /> },
            ]}
          />
          <p className="text-sm text-muted">{t('rates.page.text', { hours: ANNOUNCED_HOURS })}</p>
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
function ClosedDestinationsOf({ search }: { search: string }) {
  const { id } = useCurrentUser();
  const limits = useRead(getLimits, { id });
  return (
    <>
      <ReadFrame read={limits}>{(data) => <ClosedDestinations limits={data} search={search} />}</ReadFrame>
      <SupportLinks className="mt-3 text-sm" />
    </>
  );
}

interface DestinationsProps {
  service: RatedService;
  search: string;
  /** What is shown where the search finds nothing. */
  nothing: ReactNode;
}

/** The prices of messages or calls that a search finds; of a complete number also why it is closed. */
function Destinations({ service, search, nothing }: DestinationsProps) {
  const { id } = useCurrentUser();
  const query = { search, codes: codesOfCountry(search) };
  const limits = useRead(getLimits, { id }).data;
  const rates = useQueried(searchRates, { id }, query);
  return (
    <ReadFrame read={rates} pending={<Skeleton className="h-40" />}>
      {(found) => (
        <Found
          service={service}
          nothing={nothing}
          closed={closedText(found, service)}
          lines={namedLines(
            found.lines.filter((line) => line.service === service),
            search,
            limits,
          )}
        />
      )}
    </ReadFrame>
  );
}

/** A price of all destinations, once for each country that the search names and no list has; none for other words. */
function namedLines(lines: readonly RateLine[], search: string, limits: Limits | undefined): RateLine[] {
  const country = countryPart(search);
  const isListed = (code: string) => lines.some(({ prefix }) => prefix?.startsWith(code.slice(1)));
  const known = country.startsWith('+') ? callingCodes() : codedCountries();
  const named = known.filter((each) => search !== '' && isCountry(country, each.country) && !isListed(each.code));
  if (named.length === 0) {
    const isBeginning = country.startsWith('+') && known.some(({ code }) => code.startsWith(country));
    const isFound = search === '' || isBeginning || lines.some(({ prefix }) => prefix !== null);
    return isFound ? [...lines] : [];
  }
  // The list that is going to hold was not searched for the others that share a code.
  const firsts = callingCodes();
  return lines.flatMap((line): RateLine[] => {
    if (line.prefix !== null) return [line];
    const closed = limits?.closedCountries[line.service === 'sms' ? 'messages' : 'calls'] ?? [];
    const isClosed = (of: string) => closed.includes(of) && !limits?.openedDestinations.includes(of);
    return named.map(({ country: of, code, name }) => ({
      ...line,
      prefix: code.slice(1),
      name,
      closed: isClosed(of) ? of : null,
      endsFrom: firsts.some(({ country: first }) => first === of) ? line.endsFrom : null,
    }));
  });
}

type Rates = ResponseOf<typeof searchRates>;

interface FoundProps extends Omit<DestinationsProps, 'search'> {
  /** Why a complete number is closed; null if it is open. */
  closed: string | null;
  lines: Rates['lines'];
}

/** Why a number is closed, in the reader's language; null if it is open. */
function closedText({ closed, sentences }: Rates, service: RatedService): string | null {
  const [text, sentence] = [closed[service], sentences[service]];
  return text === null || sentence === null ? text : sentenceText(sentence, text);
}

function Found({ service, nothing, closed, lines }: FoundProps) {
  return (
    <div className="flex flex-col gap-3">
      {closed !== null && <Notice tone="warning">{closed}</Notice>}
      <DestinationPrices service={service} nothing={nothing} lines={lines} />
    </div>
  );
}
