import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listTrunks } from '../../../src/services/trunks/contract.ts';
import { CONFERENCE_PARTICIPANTS } from '../../../src/services/trunks/catalogue.ts';
import { numberHint } from '../../lib/example-number.ts';
import { t } from '../../lib/i18n.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { openTelephone } from '../../state/telephone.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { CreditMissing } from '../../ui/credit-missing.tsx';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { Form, saidOnce, useContractForm } from '../../ui/form.tsx';
import { Phone } from '../../ui/icons.tsx';
import { mendNumber, visible } from '../../../src/shared/phone-number.ts';
import { getCallQuote } from '../../../src/services/voice/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { formatPounds } from '../../ui/values.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { Card, Skeleton } from '../../ui/frames.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import { toastUndo } from '../../ui/toast.tsx';
import { callFormSchema, type CallFormValues, emptyCall, HEARD } from './call-form-schema.ts';
import { numbersOf, askedOf, type CallNumbers, quoteKey } from './shown-rate.ts';
import { usePlaceCall } from './use-place-call.ts';

const OPTIONS = ['recorded', 'ivrEnabled', 'voicemail', 'conferenceCall', 'callForwarding'] as const;

/** What has to be filled in, as it stands on the screen. */
const FILLED = ['ownPhone', 'callerId', 'destination'] as const;

type CallFormState = UseFormReturn<CallFormValues, unknown, CallFormValues>;

/** The options of the call; closed on a telephone. Two people who talk have recording, all others are for calls without us. */
function CallOptions({ form }: { form: CallFormState }) {
  const [isOpen] = useState(() => window.innerWidth >= 640 || OPTIONS.some((name) => form.getValues(name)));
  const nothing = HEARD.every((name) => !form.watch(name)) && form.formState.errors.ivrEnabled?.message;
  return (
    <>
      <details open={isOpen || form.watch('first') === 'theirs'} className="min-w-0">
        <summary className="mb-2 cursor-pointer text-sm font-medium">{t('voice.options.title')}</summary>
        <div className="flex flex-col gap-3.5 rounded-md border border-line p-4">
          {(form.watch('first') === 'mine' ? (['recorded'] as const) : OPTIONS).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <Switch
                  label={t(`voice.options.${name}`)}
                  description={t(`voice.options.${name}Hint`, { limit: CONFERENCE_PARTICIPANTS })}
                  checked={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          ))}
          {form.watch('first') === 'theirs' && form.watch('callForwarding') && (
            <Field
              label={t('voice.options.forwardingNumber')}
              hint={t('voice.options.forwardingNumberHint')}
              error={form.formState.errors.forwardingNumber?.message}
            >
              <Input {...form.register('forwardingNumber')} type="tel" maxLength={32} />
            </Field>
          )}
        </div>
      </details>
      <Failure>{nothing && `${nothing}: ${HEARD.map((name) => t(`voice.options.${name}`)).join(', ')}`}</Failure>
    </>
  );
}

/** Places a call, with its price and its longest length known beforehand. @param onPlaced is told which call it is */
export function CallForm({ onPlaced }: { onPlaced: (callId: string) => void }) {
  const user = useCurrentUser();
  const trunk = usePagedList(listTrunks, { params: { id: user.id } }).rows.find(({ telephone }) => telephone);
  const form = useCallForm(trunk);
  const [destination, chosen, ownPhone, callForwarding, forwardingNumber] = useWatch({
    control: form.control,
    name: ['destination', 'first', 'ownPhone', 'callForwarding', 'forwardingNumber'],
  });
  // What was chosen here may be gone.
  const first = chosen === 'browser' && !trunk ? 'theirs' : chosen;
  const numbers = numbersOf({ destination, first, ownPhone, callForwarding, forwardingNumber }, user);
  const forget = useDraft(form, 'call');
  const place = usePlaceCall(user, form, forget);
  const shown = saidOnce(form, FILLED);
  return (
    <Card title={t('voice.call.title')} description={`${t('voice.call.description')} ${t('packages.emergency')}`}>
      <Form
        className="grid gap-5 lg:grid-cols-[1fr_18rem]"
        onSubmit={
          first === 'browser' && trunk
            ? () => openTelephone(trunk.id, destination)
            : form.handleSubmit((values) => place.mutate(values, { onSuccess: ({ id }) => onPlaced(id) }))
        }
      >
        <div className="flex min-w-0 flex-col gap-4">
          <FirstRung form={form} first={first} hasBrowser={trunk !== undefined} />
          <div className="grid gap-4 sm:grid-cols-2">
            {first !== 'browser' && (
              <Field label={t('voice.call.callerId')} hint={t('voice.call.callerIdHint')} {...shown.callerId}>
                <Input {...form.register('callerId')} />
              </Field>
            )}
            <Field label={t('voice.call.destination')} hint={<NumberRead typed={destination} />} {...shown.destination}>
              <Input {...form.register('destination')} type="tel" />
            </Field>
          </div>
          {first !== 'browser' && <CallOptions form={form} />}
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4 lg:sticky lg:top-20">
          <CallPrice userId={user.id} numbers={numbers} />
          <CreditMissing error={place.error} failed={t('voice.call.failed')} topUp={t('voice.call.topUp')} />
          <Button
            may={first === 'browser' ? 'openTelephone' : 'placeCall'}
            type="submit"
            size="lg"
            busy={place.isPending}
            icon={Phone}
          >
            {t('voice.call.place')}
          </Button>
          {destination && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                const typed = form.getValues();
                form.reset(emptyCall(user, trunk));
                forget();
                toastUndo(t('ui.discarded'), () => form.reset(typed));
              }}
            >
              {t('ui.discard')}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

/** The form of a call, with what was kept of it. @param trunk has a telephone in the page, once that is known */
function useCallForm(trunk: object | undefined) {
  const user = useCurrentUser();
  const [draft] = useState(() => keptDraft<CallFormValues>(user.id, 'call'));
  const form = useContractForm(callFormSchema(), { defaultValues: { ...emptyCall(user), ...draft } });
  const { setValue } = form;
  const { first } = emptyCall(user, trunk);
  const isNew = draft.first === undefined;
  useEffect(() => {
    if (isNew) setValue('first', first);
  }, [isNew, first, setValue]);
  return form;
}

/** Shows whether the customer's own telephone rings first, and who hears whom. */
function FirstRung({
  form,
  first,
  hasBrowser,
}: {
  form: CallFormState;
  first: CallFormValues['first'];
  hasBrowser: boolean;
}) {
  const browser = { value: 'browser', label: t('voice.telephone.open'), note: t('voice.first.browserHint') } as const;
  return (
    <>
      <ChoiceGroup
        legend={t('voice.first.title')}
        name="first"
        className="sm:grid-cols-2"
        choices={[
          { value: 'mine', label: t('voice.first.mine'), note: t('voice.first.mineHint') },
          ...(hasBrowser ? [browser] : []),
          { value: 'theirs', label: t('voice.first.theirs'), note: t('voice.first.theirsHint') },
        ]}
        value={first}
        onChange={(value) => form.setValue('first', value)}
      />
      {first === 'mine' && (
        <Field
          label={t('voice.first.phone')}
          hint={<NumberRead typed={form.watch('ownPhone')} />}
          {...saidOnce(form, FILLED).ownPhone}
        >
          <Input {...form.register('ownPhone')} type="tel" autoComplete="tel" maxLength={32} />
        </Field>
      )}
    </>
  );
}

/** A number as it is understood, where its country's code was added; else how it may be typed. */
function NumberRead({ typed }: { typed: string }) {
  const { country } = useCurrentUser();
  const read = mendNumber(visible(typed), country);
  return read?.isMended ? <WithNumbers>{read.number}</WithNumbers> : numberHint(country);
}

/** Shows the price of a minute, and how long a call the balance and the limits allow, before it is placed. */
function CallPrice({ userId, numbers }: { userId: string; numbers: CallNumbers }) {
  // The limit of a country counts from the moment that its number is whole.
  const asked = askedOf(numbers);
  const quote = useQuery({
    queryKey: quoteKey(userId, numbers),
    queryFn: () => call(getCallQuote, { params: { id: userId }, query: asked }),
  });
  if (quote.isPending) return <Skeleton className="h-24" />;
  if (quote.isError) return <Notice tone="warning">{messageOf(quote.error, t('voice.price.unknown'))}</Notice>;
  const { ratePerMinute, connectionFee, firstInterval, nextInterval, destinationName } = quote.data;
  const { packageMinutes, maxMinutes, reserved, leg } = quote.data;
  if (ratePerMinute === null) {
    return <p className="text-sm text-muted">{t('voice.price.byDestination')}</p>;
  }
  const isCharged = (fee: string | null | undefined): fee is string => Number(fee) > 0;
  const lines = [
    destinationName !== null && { label: t('voice.price.destination'), value: destinationName },
    { label: t('voice.price.rate'), value: formatPounds(ratePerMinute) },
    isCharged(connectionFee) && { label: t('voice.price.fee'), value: formatPounds(connectionFee) },
    {
      label: t('voice.price.intervals'),
      value: t('voice.price.seconds', { first: firstInterval ?? 60, next: nextInterval ?? 60 }),
    },
    leg && {
      label: t('voice.price.leg', { number: asked.forwardTo ?? '' }),
      value: leg.ratePerMinute === null ? '' : formatPounds(leg.ratePerMinute),
    },
    isCharged(leg?.connectionFee) && { label: t('voice.price.legFee'), value: formatPounds(leg.connectionFee) },
    packageMinutes > 0 && {
      label: t('voice.price.package'),
      value: t('voice.price.minutes', { count: packageMinutes }),
    },
  ].filter((line) => line !== null && line !== false);
  return (
    <>
      <dl className="flex flex-col gap-2">
        {lines.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">
              <WithNumbers>{label}</WithNumbers>
            </dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong/40 pt-3">
          <dt className="text-muted">{t('voice.price.longest')}</dt>
          <dd className="text-xl font-semibold tracking-tight">{t('voice.price.minutes', { count: maxMinutes })}</dd>
        </div>
      </dl>
      {maxMinutes === 0 ? (
        <Notice tone="warning">{t('voice.price.tooLittle')}</Notice>
      ) : (
        <p className="text-sm text-muted">{t('voice.price.setAside', { amount: formatPounds(reserved) })}</p>
      )}
      {leg && <p className="text-sm text-muted">{t('voice.price.legHint')}</p>}
    </>
  );
}
