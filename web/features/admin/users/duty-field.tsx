import { useMutation } from '@tanstack/react-query';
import { DUTIES } from '../../../../db/enums.ts';
import { changeDuty } from '../../../../src/admin/contract.ts';
import type { User } from '../../../../src/callers/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The duty of another administrator; a choice holds at once, or waits for a second administrator. */
export function DutyField({ user }: { user: User }) {
  const save = useMutation({
    mutationFn: (chosen: string) => {
      const duty = DUTIES.find((each) => each === chosen) ?? null;
      return call(changeDuty, { params: { id: user.id }, body: { duty } });
    },
    onSuccess: () => toast(t('admin.users.dutySaved'), user.email),
    onError: (error) => toastRefusal(error, t('admin.users.dutyFailed')),
    onSettled: () => {
      void reread(queryKeys.user(user.id), queryKeys.approvalRequests, queryKeys.adminActivity);
    },
  });
  return (
    <Field label={t('admin.users.dutyLabel')} className="order-last basis-full">
      <Select
        value={save.isPending ? save.variables : (user.duty ?? '')}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.target.value)}
      >
        <DutyOptions />
      </Select>
    </Field>
  );
}

/** Everything, and each part of it. */
export const DutyOptions = () => (
  <>
    <option value="">{t('admin.users.duty.all')}</option>
    <Options of={DUTIES} name={(duty) => t(`admin.users.duty.${duty}`)} />
  </>
);
