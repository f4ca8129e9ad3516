import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import { type Customer, limitCustomer } from '../../../src/resale/customers/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys, reread } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { SmallButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form, applyProblem, useContractForm } from '../../ui/form.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { toast } from '../../ui/toast.tsx';

/** The most that a customer's messages and calls may cost in a day. */
export function CustomerLimit({ customer: { id: customerId, email, dailyLimit } }: { customer: Customer }) {
  const { id } = useCurrentUser();
  const form = useContractForm(bodyOf(limitCustomer), { defaultValues: { dailyLimit } });
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof limitCustomer>) => call(limitCustomer, { params: { id, customerId }, body }),
    onSuccess: () => {
      toast(t('customers.limit.done'), email);
      void reread(queryKeys.customers(id));
    },
    onError: (error) => applyProblem(form, error),
  });
  return (
    <Form className="flex flex-col gap-3" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      <Field
        label={t('customers.limit.label')}
        hint={t('customers.limit.hint')}
        error={form.formState.errors.dailyLimit?.message}
      >
        <Input
          {...form.register('dailyLimit', { setValueAs: (typed: string | null) => typed || null })}
          inputMode="decimal"
        />
      </Field>
      {save.error && <Refusal error={save.error} fallback={t('customers.failed')} />}
      <SmallButton type="submit" busy={save.isPending} className="self-start">
        {t('customers.limit.save')}
      </SmallButton>
    </Form>
  );
}
