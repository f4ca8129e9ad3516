import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BillingDetails, getBillingDetails, setBillingDetails } from '../../../src/money/invoices/contract.ts';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf, useRead } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatTime } from '../../ui/time.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

/** The account's details on its invoices. */
export function BillingDetailsCard() {
  const { id } = useCurrentUser();
  const details = useRead(getBillingDetails, { id });
  return (
    <Card title={t('books.details.title')} description={t('books.details.intro')}>
      <ReadFrame read={details} pending={<Skeleton className="h-40" />}>
        {(read) => <DetailsForm userId={id} details={read} />}
      </ReadFrame>
    </Card>
  );
}

const FIELDS = [
  ['legalName', 'organization'],
  ['vatNumber', 'off'],
  ['street', 'street-address'],
  ['city', 'address-level2'],
  ['postcode', 'postal-code'],
] as const;

/** The office's answer about the number. */
function vatHint({ vatNumber, vatIsValid, vatCheckedAt }: BillingDetails): string {
  if (vatNumber === null) return t('books.details.vatHint');
  if (vatIsValid === null || vatCheckedAt === null) return t('books.details.vatUnasked');
  return vatIsValid
    ? t('books.details.vatValid', { day: formatTime(vatCheckedAt, 'day') })
    : t('books.details.vatInvalid');
}

function DetailsForm({ userId, details }: { userId: string; details: BillingDetails }) {
  const queryClient = useQueryClient();
  const form = useContractForm(bodyOf(setBillingDetails), { defaultValues: details });
  const { errors } = form.formState;
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof setBillingDetails>) => call(setBillingDetails, { params: { id: userId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(getBillingDetails, { id: userId }), saved);
      form.reset(saved);
      toast(t('books.details.saved'));
    },
    onError: (error) => {
      if (applyProblem(form, error)) return;
      toastFailure(t('settings.error'), messageOf(error, t('settings.error')));
    },
  });
  return (
    <Form className="flex flex-col gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      <Switch
        label={t('books.details.business')}
        checked={form.watch('isBusiness')}
        onChange={(isBusiness) => form.setValue('isBusiness', isBusiness)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(([name, autoComplete]) => (
          <Field
            key={name}
            label={t(`books.details.${name}`)}
            hint={name === 'vatNumber' ? vatHint(details) : undefined}
            error={errors[name]?.message}
          >
            <Input {...form.register(name)} autoComplete={autoComplete} />
          </Field>
        ))}
      </div>
      <Switch
        label={t('books.details.byMail')}
        checked={form.watch('byMail') ?? false}
        onChange={(byMail) => form.setValue('byMail', byMail)}
      />
      <div>
        <Button type="submit" busy={save.isPending}>
          {t('books.details.save')}
        </Button>
      </div>
    </Form>
  );
}
