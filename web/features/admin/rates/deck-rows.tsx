import { useDeferredValue, useState } from 'react';
import { listRateRows, type RateDeck } from '../../../../src/money/decks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { codesOfCountry, DestinationPrices } from '../../../ui/destination-prices.tsx';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { EmptyState, ReadFrame } from '../../../ui/frames.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';

/** The prices of a list, found by country, prefix or name. */
export function DeckRows({ deck: { id: deckId, name, service }, onClose }: { deck: RateDeck; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const read = useQueried(listRateRows, { deckId }, { search, codes: codesOfCountry(search) });
  return (
    <Drawer wide title={name} description={t(`rates.service.${service}`)} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SearchInput label={t('rates.page.search')} value={typed} onChange={setTyped} />
          <DownloadLink size="sm" href={`/api/admin/rate-decks/${deckId}/rows.csv`}>
            {t('rates.deck.export')}
          </DownloadLink>
        </div>
        <ReadFrame read={read}>
          {({ lines }) => (
            <DestinationPrices
              key={search}
              service={service}
              lines={lines}
              nothing={<EmptyState title={t('rates.page.none')} />}
            />
          )}
        </ReadFrame>
      </div>
    </Drawer>
  );
}
