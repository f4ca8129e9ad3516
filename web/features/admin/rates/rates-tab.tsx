import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RATED_SERVICES, ROUTE_ORDERS, type RouteOrder } from '../../../../db/enums.ts';
import { getQuality } from '../../../../src/carriers/contract.ts';
import { listRateDecks, type RateDeck, setRouteOrder, createRateDeck } from '../../../../src/money/decks/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { call, bodyOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { Plus } from '../../../ui/icons.tsx';
import { Only } from '../../../ui/only.tsx';
import { Card, ReadFrame, Skeleton } from '../../../ui/frames.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { toast } from '../../../ui/toast.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { DeckCard } from './deck-card.tsx';
import { QualityCard } from './quality-card.tsx';
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
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <Card
        title={t('rates.use.title')}
        description={t('rates.use.text')}
        actions={
          <Only may={createRateDeck}>
            <SmallButton icon={Plus} onClick={() => setIsMaking(true)}>
              {t('rates.create.title')}
            </SmallButton>
          </Only>
        }
      >
        <div className="flex flex-col gap-6">
          {RATED_SERVICES.map((service) => (
            <UsePrices key={service} service={service} />
          ))}
        </div>
      </Card>
      {decks.map((deck) => (
        <DeckCard
          key={deck.id}
          deck={deck}
          isNew={deck.id === made}
          isSold={uses.some(({ deckId }) => deckId === deck.id)}
          announced={announced.find(({ deckId, resellerDeckId }) => [deckId, resellerDeckId].includes(deck.id))}
        />
      ))}
      <Card title={t('rates.routing.title')} description={t('rates.routing.text')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {RATED_SERVICES.map((service) => (
            <RouteOrderField key={service} service={service} by={routing[service]} />
          ))}
        </div>
      </Card>
      <Only may={getQuality}>
        <QualityCard />
      </Only>
      {isMaking && <NewDeck onMade={setMade} onClose={() => setIsMaking(false)} />}
    </div>
  );
}

/** By what the carriers of a destination are put in order; a choice holds at once. */
function RouteOrderField({ service, by }: { service: RateDeck['service']; by: RouteOrder }) {
  const save = useMutation({
    mutationFn: (chosen: RouteOrder) => call(setRouteOrder, { params: { service }, body: { by: chosen } }),
    onSuccess: (_, chosen) => {
      toast(t('rates.routing.saved'), `${t(`rates.routing.${service}`)}: ${t(`rates.routing.${chosen}`)}`);
      return reread(queryKeys.rateDecks);
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
        <Options of={ROUTE_ORDERS} name={(order) => t(`rates.routing.${order}`)} />
      </Select>
    </Field>
  );
}

const EMPTY = { name: '', kind: 'sell', service: 'sms', carrier: '', counting: '160/153', currency: 'GBP' } as const;

/** Begins a price list. */
function NewDeck({ onMade, onClose }: { onMade: (deckId: string) => void; onClose: () => void }) {
  const form = useContractForm(bodyOf(createRateDeck), { defaultValues: EMPTY });
  const create = useFormCall(form, {
    // Calls have no segments: another counting than before would be a dearer one.
    send: ({ counting, ...rest }) =>
      call(createRateDeck, { body: rest.service === 'sms' ? { ...rest, counting } : rest }),
    onSent: (deck) => {
      closeAndSay(onClose, () => [t('rates.create.made'), deck.name], queryKeys.rateDecks)(deck);
      onMade(deck.id);
    },
    failed: t('rates.failed'),
  });
  const [kind, service] = form.watch(['kind', 'service']);
  return (
    <FormDialog
      {...create}
      title={t('rates.create.title')}
      description={t('rates.create.text')}
      submitLabel={t('rates.create.submit')}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInput form={form} name="name" label={t('rates.create.name')} />
        <Field label={t('rates.create.service')}>
          <Select {...form.register('service')}>
            <Options of={RATED_SERVICES} name={(each) => t(`rates.service.${each}`)} />
          </Select>
        </Field>
        <Field label={t('rates.create.kind')}>
          <Select {...form.register('kind')}>
            <option value="sell">{t('rates.kind.sell')}</option>
            <option value="cost">{t('rates.kind.cost')}</option>
          </Select>
        </Field>
        {kind === 'cost' && <FormInput form={form} name="carrier" label={t('rates.create.carrier')} />}
        {kind === 'cost' && <FormInput form={form} name="currency" label={t('rates.columns.currency')} maxLength={3} />}
        {service === 'sms' && (
          <Field label={t('rates.create.counting')} hint={t('rates.create.countingHint', { counting: '160/153' })}>
            <Select {...form.register('counting')}>
              <Options of={['160/160', '160/153']} />
            </Select>
          </Field>
        )}
      </div>
    </FormDialog>
  );
}
