import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { PRICED_SUBJECTS, type PricedSubject } from '../../../db/enums.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import {
  type Customer,
  getCustomerPrices,
  getPriceList,
  setCustomerPrices,
  setPriceList,
} from '../../../src/resale/customers/contract.ts';
import type { Prices, Raise } from '../../../src/resale/customers/price-contract.ts';
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
import { raiseIn, RaiseQuestion } from './raise-question.tsx';
import { PriceInput, ServicePrice, usePriceForm } from './service-price.tsx';

type TypedPrices = BodyInputOf<typeof setPriceList>;
type Of = Pick<Customer, 'id' | 'fullName'>;

/** The prices for all customers, or for the one that is given. */
export function PriceForm({ customer = null }: { customer?: Of | null }) {
  const { id } = useCurrentUser();
  const list = useRead(getPriceList, { id }, { enabled: !customer });
  const theirs = useRead(getCustomerPrices, { id, customerId: customer?.id ?? '' }, { enabled: customer !== null });
  return (
    <ReadFrame read={customer ? theirs : list} pending={<Skeleton className="h-48" />}>
      {(prices) => <PriceFields prices={prices} resellerId={id} customer={customer} />}
    </ReadFrame>
  );
}

interface PriceFieldsProps {
  prices: Prices;
  resellerId: string;
  customer: Of | null;
}

function PriceFields({ prices, resellerId: id, customer }: PriceFieldsProps) {
  const form = usePriceForm(prices);
  const [asked, setAsked] = useState<{ body: TypedPrices; raise: Raise } | null>(null);
  /** What was announced, or taken back, last. */
  const changed = useRef<PricedSubject | null>(null);
  /** Leads to it as soon as it is there. */
  const lead = useCallback((blocks: HTMLElement | null) => {
    if (!blocks || !changed.current) return;
    const block = blocks.children[PRICED_SUBJECTS.indexOf(changed.current)];
    const place = block?.querySelector<HTMLElement>('[tabindex="-1"]') ?? block;
    changed.current = null;
    // A dialog that closes gives the focus back first.
    requestAnimationFrame(() => {
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      place?.scrollIntoView({ block: 'center' });
    });
  }, []);
  const send = async (body: TypedPrices, subject: PricedSubject | null = null) => {
    const params = { id, customerId: customer?.id ?? '' };
    const saved = await (customer ? call(setCustomerPrices, { params, body }) : call(setPriceList, { params, body }));
    changed.current = subject;
    if (customer) storeRead(getCustomerPrices, params, saved);
    else storeRead(getPriceList, { id }, saved);
    return saved;
  };
  const save = useMutation({
    mutationFn: (body: TypedPrices) => send(body, asked?.raise.prices[0]?.subject),
    onSuccess: () => {
      toast(t('customers.prices.saved'), customer?.fullName);
      setAsked(null);
    },
    onError: (error, body) => {
      const raise = raiseIn(error);
      setAsked(raise && { body, raise });
      applyProblem(form, error);
    },
  });
  const announced = (subject: PricedSubject) =>
    prices.rising.flatMap((each) => {
      if (each.subject !== subject) return [];
      const price = risingText(each);
      const what = t(`customers.prices.subject.${subject}`);
      const held = Object.entries(prices.held ?? prices.own).filter(([field]) => field.startsWith(subject));
      return (
        <div key={subject} tabIndex={-1}>
          <Announced
            {...(customer
              ? {
                  text: t('customers.prices.risingFor', { price, name: customer.fullName }),
                  name: `${what} · ${customer.fullName}`,
                  outcome: t('customers.prices.staysFor', { name: customer.fullName }),
                }
              : { text: t('customers.prices.rising', { price }), name: what, outcome: t('customers.prices.stays') })}
            may="setPriceList"
            cancel={() => send({ ...prices.own, ...Object.fromEntries(held) }, subject)}
          />
        </div>
      );
    });
  const { effective, rates } = prices;
  const hint = (now: string, floor: number) => t('customers.prices.hint', { now, floor: `${floor}%` });
  const numbers = `${formatPounds(effective.numbersFrom)} – ${formatPounds(effective.numbersTo)}`;
  const fields: Record<PricedSubject, ReactNode> = {
    sms: <ServicePrice service="sms" form={form} prices={prices} />,
    voice: <ServicePrice service="voice" form={form} prices={prices} />,
    number: (
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <PriceInput form={form} name="numberPercent" hint={hint(numbers, rates.numberPercent)} />
        <PriceInput form={form} name="numberPrice" hint={t('customers.prices.numberPriceHint')} />
      </div>
    ),
    trunk: (
      <div className="grid gap-x-4 sm:grid-cols-2">
        <PriceInput form={form} name="trunkPercent" hint={hint(`${effective.trunkPercent}%`, rates.trunkPercent)} />
      </div>
    ),
  };
  return (
    <>
      <Form
        className="flex flex-col gap-4 [&_input]:scroll-mt-28"
        onSubmit={form.handleSubmit((body) => save.mutate({ ...body, mayRaise: false }))}
      >
        <div key={JSON.stringify(prices.own)} ref={lead} className="flex flex-col gap-6">
          {PRICED_SUBJECTS.map((subject) => (
            <div
              key={subject}
              tabIndex={-1}
              role="group"
              aria-label={t(`customers.prices.subject.${subject}`)}
              className="flex flex-col gap-3 outline-none"
            >
              {fields[subject]}
              {announced(subject)}
            </div>
          ))}
        </div>
        {save.error && !asked && <Refusal error={save.error} fallback={t('customers.failed')} />}
        <div>
          <Button may="setPriceList" type="submit" busy={save.isPending}>
            {t('customers.prices.save')}
          </Button>
        </div>
      </Form>
      {asked && (
        <RaiseQuestion
          raise={asked.raise}
          decks={prices.decks}
          name={customer?.fullName ?? null}
          busy={save.isPending}
          onClose={() => {
            setAsked(null);
            save.reset();
          }}
          onConfirm={() => save.mutate({ ...asked.body, mayRaise: true })}
        />
      )}
    </>
  );
}
