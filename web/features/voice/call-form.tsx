import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CONFERENCE_PARTICIPANTS } from '../../../src/services/trunks/catalogue.ts';
import { EXAMPLE_DESTINATION } from '../../lib/examples.ts';
import { t } from '../../lib/i18n.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { CreditMissing } from '../../ui/credit-missing.tsx';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { saidOnce, useContractForm } from '../../ui/form.tsx';
import { Phone } from '../../ui/icons.tsx';
import { callFormSchema, type CallFormValues, emptyCall } from './call-form-schema.ts';
import { CallPrice } from './call-price.tsx';
import { numbersOf } from './shown-rate.ts';
import { usePlaceCall } from './use-place-call.ts';

const OPTIONS = ['recorded', 'ivrEnabled', 'voicemail', 'conferenceCall', 'callForwarding'] as const;

/** The options for two people who talk; the others are for a call that nobody here takes part in. */
const ONCE_CONNECTED = ['recorded'] as const;

type CallFormState = UseFormReturn<CallFormValues, unknown, CallFormValues>;

/** The options of the call: recording, the menu, and the functions of a telephone system. */
function CallOptions({ form }: { form: CallFormState }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t('voice.options.title')}</legend>
      <div className="flex flex-col gap-3.5 rounded-md border border-line p-4">
        {(form.watch('ringFirst') ? ONCE_CONNECTED : OPTIONS).map((name) => (
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
        {!form.watch('ringFirst') && form.watch('callForwarding') && (
          <Field
            label={t('voice.options.forwardingNumber')}
            hint={t('voice.options.forwardingNumberHint')}
            error={form.formState.errors.forwardingNumber?.message}
          >
            <Input {...form.register('forwardingNumber')} type="tel" autoComplete="off" maxLength={32} />
          </Field>
        )}
      </div>
    </fieldset>
  );
}

/** Places a call, with its price and its longest length known beforehand. */
export function CallForm() {
  const user = useCurrentUser();
  const form = useCallForm();
  const [destination, ringFirst, ownPhone, callForwarding, forwardingNumber] = useWatch({
    control: form.control,
    name: ['destination', 'ringFirst', 'ownPhone', 'callForwarding', 'forwardingNumber'],
  });
  const numbers = numbersOf({ destination, ringFirst, ownPhone, callForwarding, forwardingNumber }, user.phone);
  const forget = useDraft(form, 'call');
  const place = usePlaceCall(user, form, forget);
  return (
    <Card title={t('voice.call.title')} description={`${t('voice.call.description')} ${t('packages.emergency')}`}>
      <Form
        className="grid gap-5 lg:grid-cols-[1fr_18rem]"
        onSubmit={form.handleSubmit((values) => place.mutate(values))}
      >
        <div className="flex min-w-0 flex-col gap-4">
          <FirstRung form={form} />
          <EndFields form={form} />
          <CallOptions form={form} />
        </div>
        <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
          <CallPrice userId={user.id} numbers={numbers} />
          <CreditMissing error={place.error} failed={t('voice.call.failed')} topUp={t('voice.call.topUp')} />
          <Button type="submit" size="lg" busy={place.isPending} icon={Phone}>
            {t('voice.call.place')}
          </Button>
          {destination && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                form.reset(emptyCall(user));
                forget();
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

/** The form of a call, with what was kept of it. */
function useCallForm() {
  const user = useCurrentUser();
  return useContractForm(callFormSchema(), {
    defaultValues: { ...emptyCall(user), ...keptDraft<CallFormValues>(user.id, 'call') },
  });
}

/** Shows whether the customer's own telephone rings first, and who hears whom. */
function FirstRung({ form }: { form: ReturnType<typeof useCallForm> }) {
  const ringFirst = useWatch({ control: form.control, name: 'ringFirst' });
  return (
    <>
      <ChoiceGroup
        legend={t('voice.first.title')}
        name="first"
        className="sm:grid-cols-2"
        choices={[
          { value: 'mine', label: t('voice.first.mine'), note: t('voice.first.mineHint') },
          { value: 'theirs', label: t('voice.first.theirs'), note: t('voice.first.theirsHint') },
        ]}
        value={ringFirst ? 'mine' : 'theirs'}
        onChange={(value) => form.setValue('ringFirst', value === 'mine')}
      />
      {ringFirst && (
        <Field
          label={t('voice.first.phone')}
          hint={t('voice.call.destinationHint')}
          error={form.formState.errors.ownPhone?.message}
        >
          <Input {...form.register('ownPhone')} type="tel" autoComplete="tel" maxLength={32} />
        </Field>
      )}
    </>
  );
}

/** The fields say who calls, and whom. */
function EndFields({ form }: { form: ReturnType<typeof useCallForm> }) {
  const shown = saidOnce(form.formState.errors, ['callerId', 'destination']);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('voice.call.callerId')} hint={t('voice.call.callerIdHint')} {...shown.callerId}>
        <Input {...form.register('callerId')} autoComplete="off" />
      </Field>
      <Field label={t('voice.call.destination')} hint={t('voice.call.destinationHint')} {...shown.destination}>
        <Input {...form.register('destination')} type="tel" autoComplete="off" placeholder={EXAMPLE_DESTINATION} />
      </Field>
    </div>
  );
}
