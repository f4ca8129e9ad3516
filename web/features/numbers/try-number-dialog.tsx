import { tryNumber } from '../../../src/services/inbox/contract.ts';
import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import { callNumber } from '../../../src/services/voice/inbound/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Field, Options, Select, Textarea } from '../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../ui/form.tsx';
import { closeAndSay } from '../../ui/close-and-say.ts';
import { WithNumbers } from '../../ui/with-numbers.tsx';

interface TryProps {
  number: Pick<DidNumber, 'id' | 'userId' | 'number'>;
  onClose: () => void;
}

/** Has a simulated carrier deliver a message to a number, to see what becomes of it. */
export function TryNumberDialog({ number, onClose }: TryProps) {
  const form = useContractForm(bodyOf(tryNumber), { defaultValues: { from: '+447911123456', text: '' } });
  const { errors } = form.formState;
  const deliver = useFormCall(form, {
    send: (body) => call(tryNumber, { params: { id: number.userId, numberId: number.id }, body }),
    onSent: closeAndSay(onClose, () => [t('numbers.try.done')]),
    failed: t('numbers.try.failed'),
  });
  return (
    <FormDialog
      {...deliver}
      onClose={onClose}
      title={t('numbers.page.testMessage')}
      description={<WithNumbers>{t('numbers.try.description', { number: number.number })}</WithNumbers>}
      submitLabel={t('numbers.try.submit')}
    >
      <FormInput form={form} name="from" label={t('numbers.try.from')} type="tel" />
      <Field label={t('numbers.try.text')} error={errors.text?.message}>
        <Textarea {...form.register('text')} rows={3} data-autofocus />
      </Field>
    </FormDialog>
  );
}

/** Has somebody call a number of a simulated carrier, to see what becomes of it. */
export function CallNumberDialog({ number, onClose }: TryProps) {
  const form = useContractForm(bodyOf(callNumber), { defaultValues: { from: '+447911123456', presses: '1' } });
  const { errors } = form.formState;
  const calling = useFormCall(form, {
    send: (body) => call(callNumber, { params: { id: number.userId, numberId: number.id }, body }),
    onSent: closeAndSay(onClose, () => [t('numbers.calls.tryDone')]),
    failed: t('numbers.calls.tryFailed'),
  });
  return (
    <FormDialog
      {...calling}
      onClose={onClose}
      title={t('numbers.page.testCall')}
      description={<WithNumbers>{t('numbers.calls.tryText', { number: number.number })}</WithNumbers>}
      submitLabel={t('numbers.calls.trySubmit')}
    >
      <FormInput form={form} name="from" label={t('numbers.try.from')} type="tel" dir="ltr" data-autofocus />
      <Field label={t('numbers.calls.presses')} error={errors.presses?.message}>
        <Select {...form.register('presses')}>
          <Options of={['1', '2']} />
          <option value="">{t('numbers.calls.pressesNothing')}</option>
        </Select>
      </Field>
    </FormDialog>
  );
}
