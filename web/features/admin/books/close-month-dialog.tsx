import { useMutation } from '@tanstack/react-query';
import { closeMonth, getMonthOfBooks } from '../../../../src/money/accounts/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf } from '../../../lib/use-read.ts';
import { reread } from '../../../lib/invalidate.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Asks before a month is closed, which cannot be undone. */
export function CloseMonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const closing = useMutation({
    mutationFn: () => call(closeMonth, { params: { month } }),
    onSuccess: () => {
      onClose();
      toast(t('books.closeDone', { month }));
      void reread(keyOf(getMonthOfBooks, { month }));
    },
  });
  return (
    <FormDialog
      title={t('books.close')}
      description={t('books.closeConfirm', { month })}
      submitLabel={t('books.close')}
      busy={closing.isPending}
      failure={closing.error && messageOf(closing.error, t('admin.error'))}
      danger
      onSubmit={(event) => {
        event.preventDefault();
        closing.mutate();
      }}
      onClose={onClose}
    />
  );
}
