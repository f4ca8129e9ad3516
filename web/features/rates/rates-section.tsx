import { useDeferredValue, useState } from 'react';
import { Download } from '../../ui/icons.tsx';
import { ANNOUNCED_HOURS } from '../../../src/money/decks/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RisingPrices } from '../../ui/rising-prices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { ClosedDestinationsOf } from './closed-destinations-of.tsx';
import { Destinations } from './destinations.tsx';
import { NumberPrices } from './number-prices.tsx';

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
          <SearchInput
            label={t('rates.page.search')}
            value={typed}
            onChange={setTyped}
            className="sm:w-full"
          />
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
  return (
    <>
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
