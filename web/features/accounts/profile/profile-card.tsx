import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import type { User } from '../../../../src/callers/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, failureText } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/frames.tsx';
import { CountrySelect } from '../../../ui/country-select.tsx';
import { Fault, Field, Input, Options, Select } from '../../../ui/field.tsx';
import { Form, FormInput, applyProblem, useContractForm } from '../../../ui/form.tsx';
import { toast, toastFault } from '../../../ui/toast.tsx';

const valuesOf = (user: User) => ({
  fullName: user.fullName,
  email: user.email,
  company: user.company ?? '',
  phone: user.phone ?? '',
  country: user.country ?? '',
  defaultCallerId: user.defaultCallerId ?? '',
  // A new account has a kind of caller ID that cannot be chosen in the form: any caller ID is allowed.
  callerIdType: user.callerIdType === 'shortcode' ? ('custom' as const) : user.callerIdType,
});

/** The form of the account's name, addresses and caller ID, and what saves it. */
function useProfileForm() {
  const user = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const queryClient = useQueryClient();
  const form = useContractForm(bodyOf(updateUser), { defaultValues: valuesOf(user) });
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof updateUser>) => call(updateUser, { params: { id: user.id }, body }),
    onSuccess: (saved) => {
      showSaved(saved);
      queryClient.setQueryData(queryKeys.user(saved.id), saved);
      form.reset(valuesOf(saved));
      toast(t('settings.success'), t('settings.profile.saved'));
    },
    onError: (error) => {
      applyProblem(form, error, t('settings.profile.failed'));
      toastFault(t('settings.error'), failureText(error, t('settings.profile.failed')));
    },
  });
  return { form, submit: form.handleSubmit((body) => save.mutate(body)), isSaving: save.isPending };
}

/** The kinds of caller ID one can choose. */
const CALLER_ID_TYPES = ['phone', 'name', 'custom'] as const;

/** Name, addresses and caller ID. */
export function ProfileCard() {
  const { pendingEmail } = useCurrentUser();
  const { form, submit, isSaving } = useProfileForm();
  const { errors } = form.formState;
  return (
    <Card title={t('settings.profile.accountTitle')} description={t('settings.profile.description')}>
      <Form className="flex max-w-3xl flex-col gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormInput form={form} name="fullName" label={t('settings.profile.fullName')} autoComplete="name" />
          <Field
            label={t('settings.profile.email')}
            hint={pendingEmail && t('settings.profile.pendingEmail', { email: pendingEmail })}
            error={errors.email?.message}
          >
            <Input {...form.register('email')} type="email" autoComplete="email" />
          </Field>
          <FormInput form={form} name="company" label={t('settings.profile.company')} autoComplete="organization" />
          <FormInput form={form} name="phone" label={t('settings.profile.phone')} type="tel" autoComplete="tel" />
          <Field label={t('settings.profile.country')} hint={t('auth.countryHint')} error={errors.country?.message}>
            <CountrySelect {...form.register('country')} autoComplete="country" />
          </Field>
          <Field
            label={t('settings.profile.defaultCallerId')}
            hint={t('settings.profile.defaultCallerIdHint')}
            error={errors.defaultCallerId?.message}
          >
            <Input {...form.register('defaultCallerId')} />
          </Field>
          <Field label={t('settings.profile.callerIdType')} error={errors.callerIdType?.message}>
            <Select {...form.register('callerIdType')}>
              <Options of={CALLER_ID_TYPES} name={(kind) => t(`settings.profile.callerIdTypes.${kind}`)} />
            </Select>
          </Field>
        </div>
        <Fault text={errors.root?.message} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" busy={isSaving}>
            {t('settings.profile.save')}
          </Button>
          <Link to="/billing/statements" hash="billing-details" className="text-accent underline">
            {t('books.details.title')}
          </Link>
        </div>
      </Form>
    </Card>
  );
}
