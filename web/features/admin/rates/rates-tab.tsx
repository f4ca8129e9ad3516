import { useMutation } from '@tanstack/react-query';
import { ROUTE_ORDERS, type RouteOrder } from '../../../../db/enums.ts';
import { getQuality } from '../../../../src/carriers/contract.ts';
import { listRateDecks, type RateDeck, setRouteOrder } from '../../../../src/money/decks/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Card } from '../../../ui/card.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { Only } from '../../../ui/only.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { DeckCard } from './deck-card.tsx';
import { NewDeck } from './new-deck.tsx';
import { QualityCard } from './quality-card.tsx';
import { readAgain } from './read-again.ts';
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
      <Only may={getQuality}>
        <QualityCard />
      </Only>
      {decks.map((deck) => (
        <DeckCard key={deck.id} deck={deck} isUsed={isUsed(deck)} />
      ))}
      <Only may={setRouteOrder}>
        <NewDeck />
      </Only>
    </div>
  );
}

/** By what the carriers of a destination are put in order; a choice holds at once. */
function RouteOrderField({ service, by }: { service: RateDeck['service']; by: RouteOrder }) {
  const save = useMutation({
    mutationFn: (chosen: RouteOrder) => call(setRouteOrder, { params: { service }, body: { by: chosen } }),
    onSuccess: () => {
      toast(t('rates.routing.saved'));
      return readAgain();
    },
    onError: (error) => toastRefusal(error, t('rates.failed')),
  });
  return (
    <Field label={t(`rates.routing.${service}`)}>
      <Select
        value={save.isPending ? save.variables : by}
        disabled={save.isPending}
        onChange={(event) => {
          const chosen = ROUTE_ORDERS.find((order) => order === event.target.value);
          if (chosen) save.mutate(chosen);
        }}
      >
        {ROUTE_ORDERS.map((order) => (
          <option key={order} value={order}>
            {t(`rates.routing.${order}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
