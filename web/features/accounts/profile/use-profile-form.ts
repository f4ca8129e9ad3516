import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../src/callers/contract.ts';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call, failureText, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { applyProblem, useContractForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.tsx';

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
export function useProfileForm() {
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
      toast({ title: t('settings.success'), description: t('settings.profile.saved') });
    },
    onError: (error) => {
      if (!applyProblem(form, error)) {
        form.setError('root', { message: messageOf(error, t('settings.profile.failed')) });
      }
      toast({
        title: t('settings.error'),
        description: failureText(error, t('settings.profile.failed')),
        variant: 'destructive',
      });
    },
  });
  return { form, submit: form.handleSubmit((body) => save.mutate(body)), isSaving: save.isPending };
}
