import { useDeferredValue, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ANNOUNCED_HOURS } from '../../../src/money/decks/contract.ts';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf } from '../../lib/use-read.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RisingPrices } from '../../ui/rising-prices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ClosedCard } from './closed-card.tsx';
import { NumberPrices } from './number-prices.tsx';
import { RateTable } from './rate-table.tsx';

/** What messages, calls and numbers cost this account, by destination. */
export function RatesSection() {
  const { id } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const rates = useQuery({
    queryKey: [...keyOf(searchRates, { id }), search],
    queryFn: ({ signal }) => call(searchRates, { params: { id }, query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  const rising = useRates(id)?.rising ?? [];
  return (
    <div className="flex flex-col gap-5">
      {rising.length > 0 && (
        <Notice tone="warning">
          {t('rates.rising.title')}
          <RisingPrices rising={rising} />
        </Notice>
      )}
      <Card
        title={t('rates.page.title')}
        description={t('rates.page.text', { hours: ANNOUNCED_HOURS })}
        flush
        actions={
          <>
            <SearchInput label={t('rates.page.search')} value={typed} onChange={setTyped} />
            <a
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
              href={`/api/users/${id}/destinations.csv`}
              download
            >
              {t('rates.deck.export')}
            </a>
          </>
        }
      >
        {rates.isError ? (
          <ErrorState error={rates.error} onRetry={() => void rates.refetch()} />
        ) : !rates.data ? (
          <Skeleton className="m-5 h-40" />
        ) : (
          <>
            <Closed closed={rates.data.closed} />
            {rates.data.lines.length === 0 ? (
              <EmptyState title={t('rates.page.none')} />
            ) : (
              <RateTable lines={rates.data.lines} />
            )}
          </>
        )}
      </Card>
      <ClosedCard />
      <NumberPrices search={search} />
    </div>
  );
}

/** Why a number is closed, and how to open it. */
function Closed({ closed }: { closed: { sms: string | null; voice: string | null } }) {
  const words = [...new Set([closed.sms, closed.voice])].filter((each) => each !== null);
  if (words.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-5 pb-3">
      {words.map((each) => (
        <Notice key={each} tone="warning">
          {each}
        </Notice>
      ))}
    </div>
  );
}
