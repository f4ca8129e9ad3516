import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type PricedSubject, RATED_SERVICES } from '../../../db/enums.ts';
import {
  getCustomerPrices,
  getPriceList,
  setCustomerPrices,
  setPriceList,
} from '../../../src/resale/customers/contract.ts';
import type { Prices } from '../../../src/resale/customers/price-contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { storeRead, useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Announced } from '../../ui/announced.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { Form, applyProblem } from '../../ui/form.tsx';
import { ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { risingText } from '../../ui/rising-prices.tsx';
import { toast } from '../../ui/toast.tsx';
import { heldOf, partOf, RaiseQuestion, risesIn, type TypedPrices } from './raise-question.tsx';
import { PriceInput, ServicePrice, usePriceForm } from './service-price.tsx';

/** The prices for all customers, or for one where `customerId` is given. */
export function PriceForm({ customerId = null }: { customerId?: string | null }) {
  const { id } = useCurrentUser();
  const list = useRead(getPriceList, { id }, { enabled: customerId === null });
  const theirs = useRead(getCustomerPrices, { id, customerId: customerId ?? '' }, { enabled: customerId !== null });
  const query = customerId === null ? list : theirs;
  return (
    <ReadFrame read={query} pending={<Skeleton className="h-48" />}>
      {(prices) => <PriceFields key={query.dataUpdatedAt} prices={prices} resellerId={id} customerId={customerId} />}
    </ReadFrame>
  );
}

interface PriceFieldsProps {
  prices: Prices;
  resellerId: string;
  customerId: string | null;
}

function PriceFields({ prices, resellerId: id, customerId }: PriceFieldsProps) {
  const form = usePriceForm(prices);
  const [asked, setAsked] = useState<TypedPrices | null>(null);
  const send = async (body: TypedPrices) => {
    const params = { id, customerId: customerId ?? '' };
    if (customerId === null) storeRead(getPriceList, { id }, await call(setPriceList, { params, body }));
    else storeRead(getCustomerPrices, params, await call(setCustomerPrices, { params, body }));
  };
  const save = useMutation({
    mutationFn: send,
    onSuccess: () => toast(t('customers.prices.saved')),
    onError: (error) => applyProblem(form, error),
    onSettled: () => setAsked(null),
  });
  const rising = (body: TypedPrices) => risesIn(body, prices, customerId === null);
  const announced = (subject: PricedSubject) =>
    prices.rising.flatMap((each) =>
      each.subject === subject ? (
        <Announced
          key={subject}
          text={t('customers.prices.rising', { price: risingText(each) })}
          name={t(`customers.prices.subject.${subject}`)}
          outcome={t('customers.prices.stays')}
          may="setPriceList"
          cancel={() => send({ ...prices.own, ...partOf(heldOf(prices), subject) })}
        />
      ) : (
        []
      ),
    );
  const { effective, rates } = prices;
  const hint = (now: string, floor: number) => t('customers.prices.hint', { now, floor: `${floor}%` });
  const numbers = `${formatPounds(effective.numbersFrom)} – ${formatPounds(effective.numbersTo)}`;
  return (
    <>
      <Form
        className="flex flex-col gap-4 [&_input]:scroll-mt-28"
        onSubmit={form.handleSubmit((body) => (rising(body).length > 0 ? setAsked(body) : save.mutate(body)))}
      >
        <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2 [&>div:empty]:hidden">
          {RATED_SERVICES.map((service) => (
            <div key={service} className="flex flex-col gap-3 sm:col-span-2">
              <ServicePrice service={service} form={form} prices={prices} />
              {announced(service)}
            </div>
          ))}
          <PriceInput form={form} name="numberPercent" hint={hint(numbers, rates.numberPercent)} />
          <PriceInput form={form} name="numberPrice" hint={t('customers.prices.numberPriceHint')} />
          <div className="sm:col-span-2">{announced('number')}</div>
          <PriceInput form={form} name="trunkPercent" hint={hint(`${effective.trunkPercent}%`, rates.trunkPercent)} />
          <div className="sm:col-span-2">{announced('trunk')}</div>
        </div>
        {save.error && <Refusal error={save.error} fallback={t('customers.failed')} />}
        <div>
          <Button may="setPriceList" type="submit" busy={save.isPending}>
            {t('customers.prices.save')}
          </Button>
        </div>
      </Form>
      {asked && (
        <RaiseQuestion
          typed={asked}
          prices={prices}
          rising={rising(asked)}
          busy={save.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => save.mutate(asked)}
        />
      )}
    </>
  );
}
