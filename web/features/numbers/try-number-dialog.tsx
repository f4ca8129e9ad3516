import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { tryNumber } from '../../../src/services/inbox/contract.ts';
import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

interface TryNumberDialogProps {
  number: Pick<DidNumber, 'id' | 'userId' | 'number'>;
  onClose: () => void;
}

/** Has a simulated carrier deliver a message to a number, to see what becomes of it. */
export function TryNumberDialog({ number, onClose }: TryNumberDialogProps) {
  const [sentence, setSentence] = useState<string>();
  const form = useContractForm(bodyOf(tryNumber), { defaultValues: { from: '+447911123456', text: '' } });
  const { errors } = form.formState;
  const deliver = useMutation({
    mutationFn: (body: BodyOf<typeof tryNumber>) =>
      call(tryNumber, { params: { id: number.userId, numberId: number.id }, body }),
    onSuccess: () => {
      toast({ title: t('numbers.try.done') });
      onClose();
    },
    onError: (error) => {
      if (!applyProblem(form, error)) setSentence(messageOf(error, t('numbers.try.failed')));
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('numbers.try.title')}
      description={t('numbers.try.description', { number: number.number })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="try-number" busy={deliver.isPending}>
            {t('numbers.try.submit')}
          </Button>
        </>
      }
    >
      <form
        id="try-number"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((body) => deliver.mutate(body))}
      >
        <Field label={t('numbers.try.from')} error={errors.from?.message}>
          <Input {...form.register('from')} type="tel" autoComplete="off" />
        </Field>
        <Field label={t('numbers.try.text')} error={errors.text?.message}>
          <Textarea {...form.register('text')} rows={3} data-autofocus />
        </Field>
        {sentence && (
          <Notice tone="danger" alert>
            {sentence}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
