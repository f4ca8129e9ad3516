import { Phone } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { keptDraft, useDraft } from '../../lib/use-draft.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Card } from '../../ui/card.tsx';
import { CreditMissing } from '../../ui/credit-missing.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { saidOnce, useContractForm } from '../../ui/form.tsx';
import { type CallFormValues, callFormSchema, emptyCall } from './call-form-schema.ts';
import { CallOptions } from './call-options.tsx';
import { CallPrice } from './call-price.tsx';
import { EXAMPLE_DESTINATION } from '../../lib/examples.ts';
import { numbersOf } from './shown-rate.ts';
import { usePlaceCall } from './use-place-call.ts';
import { useWatch } from 'react-hook-form';

/** Places a call, with its price and its longest length known beforehand. */
export function CallForm() {
  const user = useCurrentUser();
  const form = useCallForm();
  const [destination, ringFirst, ownPhone, callForwarding, forwardingNumber] = useWatch({
    control: form.control,
    name: ['destination', 'ringFirst', 'ownPhone', 'callForwarding', 'forwardingNumber'],
  });
  const numbers = numbersOf(
    { destination, ringFirst, ownPhone, callForwarding, forwardingNumber },
    user.phone,
  );
  const forget = useDraft(form, 'call');
  const place = usePlaceCall(user, form, forget);
  return (
    <Card title={t('voice.call.title')} description={t('voice.call.description')}>
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
          <Button
            type="submit"
            size="lg"
            busy={place.isPending}
            icon={<Phone aria-hidden className="size-4" />}
          >
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
      <Field
        label={t('voice.call.destination')}
        hint={t('voice.call.destinationHint')}
        {...shown.destination}
      >
        <Input
          {...form.register('destination')}
          type="tel"
          autoComplete="off"
          placeholder={EXAMPLE_DESTINATION}
        />
      </Field>
    </div>
  );
}
