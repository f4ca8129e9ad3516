import { PERSON_ROLES } from '../../../../db/enums.ts';
import { invitePerson, listPeople } from '../../../../src/callers/people/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';

/** Invites somebody by mail, in a role. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(bodyOf(invitePerson), { defaultValues: { email: '', role: 'reader' } });
  const invite = useFormCall(form, {
    send: (body) => call(invitePerson, { params: { id }, body }),
    onSent: closeAndSay(onClose, () => [t('settings.success'), t('people.sent')], keyOf(listPeople, { id })),
    failed: t('people.failed'),
  });
  return (
    <FormDialog {...invite} onClose={onClose} title={t('people.invite')} submitLabel={t('people.invite')}>
      <FormInput form={form} name="email" label={t('auth.email')} type="email" dir="ltr" />
      <ChoiceGroup
        legend={t('people.role')}
        name="role"
        className="grid-cols-1 sm:grid-cols-2"
        value={form.watch('role')}
        onChange={(role) => form.setValue('role', role)}
        choices={PERSON_ROLES.map((value) => ({
          ...{ value, label: t(`people.roles.${value}`), note: t(`people.roleText.${value}`) },
        }))}
      />
    </FormDialog>
  );
}
