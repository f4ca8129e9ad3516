import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listHolds, listNumbers } from '../../../src/services/numbers/contract.ts';
import { call, callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useNumberCountries } from '../../lib/use-number-countries.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Globe } from '../../ui/icons.tsx';
import { ListFrame, RowList } from '../../ui/list-frame.tsx';
import { AutoReplies } from './answers/auto-replies.tsx';
import { ReceivedCalls } from './calls/received-calls.tsx';
import { CountryPicker } from './country-picker.tsx';
import { NumberRow } from './number-row.tsx';
import { Ports } from './ports/ports.tsx';
import { PurchasePanel } from './purchase-panel.tsx';

/** Global DID Numbers: one's own numbers, the countries, and the purchase of a number. */
export function NumbersSection() {
  const [picked, setPicked] = useState<string>();
  const countries = useNumberCountries();
  const panel = useRef<HTMLDivElement>(null);
  const holds = useQuery({ queryKey: queryKeys.numberHolds, queryFn: () => call(listHolds) });
  // A number that is still held from before the page was loaded brings its country back.
  const wanted = picked ?? holds.data?.[0]?.country;
  const country = countries.find((each) => each.country === wanted) ?? null;

  const pick = (next: string) => {
    setPicked(next);
    // On a phone the panel stands above the countries, out of sight.
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  };

  return (
    <div className="flex flex-col gap-5">
      <MyNumbers />
      <ReceivedCalls />
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
        <div ref={panel} className="min-w-0 scroll-mt-20 lg:sticky lg:top-20 lg:order-last">
          <PurchasePanel key={country?.countryCode} country={country} holds={holds.data ?? []} />
        </div>
        <CountryPicker picked={country} onPick={(next) => pick(next.country)} />
      </div>
      <Ports />
      <AutoReplies />
    </div>
  );
}

/** The numbers one has, with their states; kept up to date by the live connection. */
function MyNumbers() {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: queryKeys.numbers(id),
    load: (query) => callPage(listNumbers, { params: { id }, query }),
  });

  return (
    <Card flush title={t('numbers.mine.title')}>
      <ListFrame
        list={list}
        skeletonRows={2}
        empty={<EmptyState icon={Globe} title={t('numbers.mine.empty')} description={t('numbers.mine.emptyHint')} />}
      >
        <RowList label={t('numbers.mine.title')} rows={list.rows} row={(row) => <NumberRow number={row} />} />
      </ListFrame>
    </Card>
  );
}
