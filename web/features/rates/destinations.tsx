import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RatedService } from '../../../db/enums.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { searchRates, SHOWN_RATES } from '../../../src/resale/rates/contract.ts';
import { call } from '../../lib/call.ts';
import { codesOfCountry } from '../../lib/codes-of-country.ts';
import { sentenceText } from '../../lib/fault-text.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { keyOf } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FirstRows } from '../../ui/first-rows.tsx';
import { RateTable } from './rate-table.tsx';

interface DestinationsProps {
  service: RatedService;
  search: string;
}

/** The prices of messages or calls that a search finds; of a complete number also why it is closed. */
export function Destinations({ service, search }: DestinationsProps) {
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
