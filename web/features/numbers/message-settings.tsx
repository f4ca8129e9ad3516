import { useMutation } from '@tanstack/react-query';
import { checkNumber, type DidNumber, updateNumber } from '../../../src/services/numbers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/field.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

interface MessageSettingsProps {
  number: DidNumber;
  onChange: (changed: DidNumber) => void;
}

/** Shows whether messages that come in are mailed, and a check that the carrier delivers them. */
export function MessageSettings({ number: row, onChange }: MessageSettingsProps) {
  const params = { id: row.userId, numberId: row.id };
  const switchMails = useMutation({
    mutationFn: (mailMessages: boolean) => call(updateNumber, { params, body: { mailMessages } }),
    onSuccess: onChange,
    onError: (error) => toastFailure(t('numbers.receive.mailsFailed'), messageOf(error, row.number)),
  });
  const check = useMutation({
    mutationFn: () => call(checkNumber, { params }),
    onSuccess: () => {
      // Its carrier may have said what it carries.
      invalidateSoon(queryKeys.numberDetails(row.userId, row.id));
      toast(row.number, t('numbers.receive.ok'));
    },
    onError: (error) => toastFailure(row.number, messageOf(error, t('numbers.receive.failed'))),
  });
  return (
    <>
      <Switch
        label={t('numbers.receive.mails')}
        checked={switchMails.isPending ? switchMails.variables : row.mailMessages}
        onChange={(wanted) => switchMails.mutate(wanted)}
      />
      <Button may="checkNumber" variant="secondary" size="sm" busy={check.isPending} onClick={() => check.mutate()}>
        {t('numbers.receive.check')}
      </Button>
    </>
  );
}
