import { Controller, type UseFormReturn } from 'react-hook-form';
import { t } from '../../lib/i18n.ts';
import { Field, Input, Switch } from '../../ui/field.tsx';
import type { CallFormValues } from './call-form-schema.ts';
import { CONFERENCE_PARTICIPANTS } from '../../../src/services/trunks/catalogue.ts';

const OPTIONS = ['recorded', 'ivrEnabled', 'voicemail', 'conferenceCall', 'callForwarding'] as const;

/** The options for two people who talk; the others are for a call that nobody here takes part in. */
const ONCE_CONNECTED = ['recorded'] as const;

type CallFormState = UseFormReturn<CallFormValues, unknown, CallFormValues>;

/** The options of the call: recording, the menu, and the functions of a telephone system. */
export function CallOptions({ form }: { form: CallFormState }) {
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
