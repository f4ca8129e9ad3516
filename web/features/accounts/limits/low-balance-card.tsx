import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { setLowBalanceLevel } from '../../../../src/accounts/profile/contract.ts';
import { amountInput } from '../../../../src/platform/kit/schemas.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/frames.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Form, applyProblem, useContractForm } from '../../../ui/form.tsx';
import { toast, toastFault } from '../../../ui/toast.tsx';
import { formatPounds } from '../../../ui/values.tsx';

/** If it is empty, there is no level. */
const levelForm = z.object({ level: z.preprocess((level) => level || null, amountInput.nullable()) });

/** The balance below which a mail is sent. Unlike the switches beside it, it is stored with the account. */
export function LowBalanceCard() {
  const { id, email, lowBalanceLevel } = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const queryClient = useQueryClient();
  const form = useContractForm(levelForm, { defaultValues: { level: lowBalanceLevel ?? '' } });
  const { errors } = form.formState;
  const save = useMutation({
    mutationFn: (level: string | null) => call(setLowBalanceLevel, { params: { id }, body: { level } }),
    onSuccess: (saved) => {
      showSaved(saved);
      queryClient.setQueryData(queryKeys.user(saved.id), saved);
      form.reset({ level: saved.lowBalanceLevel ?? '' });
      const { lowBalanceLevel: level } = saved;
      toast(
        t('settings.success'),
        level ? t('settings.lowBalance.saved', { level: formatPounds(level) }) : t('settings.lowBalance.off'),
      );
    },
    onError: (error) => {
      if (applyProblem(form, error)) return;
      toastFault(t('settings.error'), messageOf(error, t('settings.lowBalance.failed')));
    },
  });

  return (
    <Card title={t('settings.lowBalance.title')} description={t('settings.lowBalance.description')}>
      <Form className="flex max-w-md flex-col gap-4" onSubmit={form.handleSubmit(({ level }) => save.mutate(level))}>
        <Field
          label={t('settings.lowBalance.level')}
          hint={t('settings.lowBalance.hint', { email })}
          error={errors.level?.message}
        >
          <Input {...form.register('level')} inputMode="decimal" />
        </Field>
        <Button type="submit" busy={save.isPending} className="self-start">
          {t('settings.lowBalance.save')}
        </Button>
      </Form>
    </Card>
  );
}
