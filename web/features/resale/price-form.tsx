import { useMutation } from '@tanstack/react-query';
import { RATED_SERVICES } from '../../../db/enums.ts';
import {
  getCustomerPrices,
  getPriceList,
  setCustomerPrices,
  setPriceList,
} from '../../../src/resale/customers/contract.ts';
import type { Prices } from '../../../src/resale/customers/price-contract.ts';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { storeRead, useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { Form, applyProblem } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { RisingPrices } from '../../ui/rising-prices.tsx';
import { toast } from '../../ui/toast.tsx';
import { type PriceFormState, ServicePrice, usePriceForm } from './service-price.tsx';

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
  const save = useSavePrices({ id, customerId }, (error) => applyProblem(form, error));
  return (
    <Form className="flex flex-col gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      <PriceGrid form={form} prices={prices} />
      {prices.rising.length > 0 && (
        <Notice>
          {t('customers.prices.rising')}
          <RisingPrices rising={prices.rising} />
        </Notice>
      )}
      {save.error && <Refusal error={save.error} fallback={t('customers.failed')} />}
      <div>
        <Button may="setPriceList" type="submit" busy={save.isPending}>
          {t('customers.prices.save')}
        </Button>
      </div>
    </Form>
  );
}

/** Shows the price of each service, beside the price that holds now and the lowest allowed one. */
function PriceGrid({ form, prices }: { form: PriceFormState; prices: Prices }) {
  const { effective, rates } = prices;
  const { errors } = form.formState;
  const typed = { setValueAs: (value: string | null) => value || null };
  const percent = { setValueAs: (value: string | number | null) => (value ? Number(value) : null) };
  const hint = (now: string, floor: string) => t('customers.prices.hint', { now, floor });
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
      {RATED_SERVICES.map((service) => (
        <div key={service} className="sm:col-span-2">
          <ServicePrice service={service} form={form} prices={prices} />
        </div>
      ))}
      <Field
        label={t('customers.prices.numberPercent')}
        error={errors.numberPercent?.message}
        hint={hint(
          `${formatPounds(effective.numbersFrom)} – ${formatPounds(effective.numbersTo)}`,
          `${rates.numberPercent}%`,
        )}
      >
        <Input {...form.register('numberPercent', percent)} inputMode="numeric" />
      </Field>
      <Field
        label={t('customers.prices.numberPrice')}
        error={errors.numberPrice?.message}
        hint={t('customers.prices.numberPriceHint')}
      >
        <Input {...form.register('numberPrice', typed)} inputMode="decimal" />
      </Field>
      <Field
        label={t('customers.prices.trunkPercent')}
        error={errors.trunkPercent?.message}
        hint={hint(`${effective.trunkPercent}%`, `${rates.trunkPercent}%`)}
      >
        <Input {...form.register('trunkPercent', percent)} inputMode="numeric" />
      </Field>
    </div>
  );
}

/** Saves the prices for all customers, or for one. */
function useSavePrices({ id, customerId }: { id: string; customerId: string | null }, onError: (error: Error) => void) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof setPriceList>) =>
      customerId === null
        ? call(setPriceList, { params: { id }, body })
        : call(setCustomerPrices, { params: { id, customerId }, body }),
    onSuccess: (saved) => {
      toast(t('customers.prices.saved'));
      if (customerId === null) storeRead(getPriceList, { id }, saved);
      else storeRead(getCustomerPrices, { id, customerId }, saved);
    },
    onError,
  });
}
