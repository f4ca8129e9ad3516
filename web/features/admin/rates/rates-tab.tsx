import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { listRateDecks, type RateDeck } from '../../../../src/money/decks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Card } from '../../../ui/card.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeckCard } from './deck-card.tsx';
import { NewDeck } from './new-deck.tsx';
import { RouteOrderField } from './route-order.tsx';
import { UsePrices } from './use-prices.tsx';

/** Shows the price list by which each service is sold, and the lists themselves. */
export function RatesTab() {
  return (
    <ReadFrame read={useRead(listRateDecks, {})} pending={<Skeleton className="h-48" />}>
      {(rates) => <Prices {...rates} />}
    </ReadFrame>
  );
}

function Prices({ decks, uses, announced, routing }: ResponseOf<typeof listRateDecks>) {
  const isUsed = ({ id, usedBy }: RateDeck) =>
    usedBy.length > 0 || uses.some(({ deckId, resellerDeckId }) => [deckId, resellerDeckId].includes(id));
  const soldBy = (service: RateDeck['service']) => uses.find((each) => each.service === service);
  const announcedOf = (service: RateDeck['service']) => announced.find((each) => each.service === service);
  return (
    <div className="flex flex-col gap-5">
      <Card title={t('rates.use.title')} description={t('rates.use.text')}>
        <div className="flex flex-col gap-6">
          {(['sms', 'voice'] as const).map((service) => (
            <UsePrices
              // A choice that is not saved yet stays when the same data is read again.
              key={[service, soldBy(service)?.usedSince, announcedOf(service)?.holdsFrom].join(' ')}
              service={service}
              decks={decks}
              use={soldBy(service)}
              announced={announcedOf(service)}
            />
          ))}
        </div>
      </Card>
      <Card title={t('rates.routing.title')} description={t('rates.routing.text')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['sms', 'voice'] as const).map((service) => (
            <RouteOrderField key={service} service={service} by={routing[service]} />
          ))}
        </div>
      </Card>
      {decks.map((deck) => (
        <DeckCard key={deck.id} deck={deck} isUsed={isUsed(deck)} />
      ))}
      <NewDeck />
    </div>
  );
}
