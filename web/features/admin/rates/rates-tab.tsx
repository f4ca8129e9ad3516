import { useMutation } from '@tanstack/react-query';
import { ROUTE_ORDERS, type RouteOrder } from '../../../../db/enums.ts';
import { getQuality } from '../../../../src/carriers/contract.ts';
import { listRateDecks, type RateDeck, setRouteOrder, createRateDeck } from '../../../../src/money/decks/contract.ts';
import type { ResponseOf, BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { call, bodyOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Card } from '../../../ui/card.tsx';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { Only } from '../../../ui/only.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { toastRefusal, Refusal } from '../../../ui/refusal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form-frame.tsx';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { DeckCard } from './deck-card.tsx';
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
        <Options of={ROUTE_ORDERS} name={(order) => t(`rates.routing.${order}`)} />
      </Select>
    </Field>
  );
}

const EMPTY = { name: '', kind: 'sell', service: 'sms', carrier: '', counting: '160/160', currency: 'GBP' } as const;

/** Begins a price list. */
function NewDeck() {
  const { form, create } = useNewDeck();
  const { errors } = form.formState;
  const [kind, service] = form.watch(['kind', 'service']);
  return (
    <Card title={t('rates.create.title')} description={t('rates.create.text')}>
      <Form className="flex flex-col gap-4" onSubmit={form.handleSubmit((body) => create.mutate(body))}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t('rates.create.name')} error={errors.name?.message}>
            <Input {...form.register('name')} />
          </Field>
          <Field label={t('rates.create.service')}>
            <Select {...form.register('service')}>
              <option value="sms">{t('rates.service.sms')}</option>
              <option value="voice">{t('rates.service.voice')}</option>
            </Select>
          </Field>
          <Field label={t('rates.create.kind')}>
            <Select {...form.register('kind')}>
              <option value="sell">{t('rates.kind.sell')}</option>
              <option value="cost">{t('rates.kind.cost')}</option>
            </Select>
          </Field>
          {kind === 'cost' && (
            <Field label={t('rates.create.carrier')} error={errors.carrier?.message}>
              <Input {...form.register('carrier')} />
            </Field>
          )}
          {kind === 'cost' && (
            <Field label={t('rates.columns.currency')} error={errors.currency?.message}>
              <Input {...form.register('currency')} maxLength={3} />
            </Field>
          )}
          {service === 'sms' && (
            <Field label={t('rates.create.counting')} hint={t('rates.create.countingHint', { counting: '160/153' })}>
              <Select {...form.register('counting')}>
                <option value="160/160">160/160</option>
                <option value="160/153">160/153</option>
              </Select>
            </Field>
          )}
        </div>
        {create.error && <Refusal error={create.error} fallback={t('rates.failed')} />}
        <div>
          <Button type="submit" busy={create.isPending}>
            {t('rates.create.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function useNewDeck() {
  const form = useContractForm(bodyOf(createRateDeck), { defaultValues: EMPTY });
  const create = useMutation({
    mutationFn: (body: BodyOf<typeof createRateDeck>) => call(createRateDeck, { body }),
    onSuccess: () => {
      toast(t('rates.create.made'));
      form.reset(EMPTY);
      return readAgain();
    },
    onError: (error) => applyProblem(form, error),
  });
  return { form, create };
}
