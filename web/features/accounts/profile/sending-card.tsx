import { useMutation } from '@tanstack/react-query';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/field.tsx';
import { toastFailure } from '../../../ui/toast.tsx';

/** How messages of this account are written. */
export function SendingCard() {
  const { id, cheaperSpelling } = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const save = useMutation({
    mutationFn: (wanted: boolean) => call(updateUser, { params: { id }, body: { cheaperSpelling: wanted } }),
    onSuccess: showSaved,
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, '')),
  });
  return (
    <Card title={t('sections.sms.title')}>
      <Switch
        label={t('spelling.setting')}
        description={t('spelling.settingText')}
        checked={save.isPending ? save.variables : cheaperSpelling}
        onChange={save.mutate}
      />
    </Card>
  );
}
