import { getLimits, liftLimit, type Limits } from '../../../../src/accounts/limits/contract.ts';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../src/callers/contract.ts';
import { call, bodyOf, failureText } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { ClosedDestinations } from '../../../ui/closed-destinations.tsx';
import { LimitState } from '../../../ui/limit-state.tsx';
import { SpendUse } from '../../../ui/spend-use.tsx';
import { StoppedDestinations } from '../../../ui/stopped-destinations.tsx';
import { toast, toastFault } from '../../../ui/toast.tsx';
import { OpenDestinationsDialog } from '../open-destinations-dialog.tsx';
import { ReadFrame, SkeletonRows } from '../../../ui/frames.tsx';
import { Only } from '../../../ui/only.tsx';
import { ADJUSTMENT_KINDS } from '../../../../db/enums.ts';
import { adjustBalance } from '../../../../src/admin/contract.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { formatPounds } from '../../../ui/values.tsx';

/** An account's spend limits and what was spent today, and a way to lift them until the day is over. */
export function UserLimits({ user }: { user: User }) {
  const limits = useRead(getLimits, { id: user.id });
  return (
    <section className="flex flex-col gap-4">
      <h3 className="font-semibold">{t('limits.title')}</h3>
      <ReadFrame read={limits} pending={<SkeletonRows rows={2} />}>
        {(data) => (
          <>
            <LimitState limits={data} />
            <StoppedDestinations userId={user.id} limits={data} />
            <SpendUse limits={data} />
            <ClosedDestinations limits={data} />
            <div className="flex flex-wrap gap-2">
              <Only may={liftLimit}>
                <LiftButton user={user} isLifted={data.liftedUntil !== null} />
                <OpenButton user={user} limits={data} />
              </Only>
            </div>
          </>
        )}
      </ReadFrame>
    </section>
  );
}

function OpenButton({ user, limits }: { user: User; limits: Limits }) {
  const [changing, setChanging] = useState(false);
  return (
    <>
      <SmallButton onClick={() => setChanging(true)}>{t('admin.destinations.change')}</SmallButton>
      {changing && <OpenDestinationsDialog user={user} limits={limits} onClose={() => setChanging(false)} />}
    </>
  );
}

function LiftButton({ user, isLifted }: { user: User; isLifted: boolean }) {
  const queryClient = useQueryClient();
  const what = isLifted ? 'end' : 'lift';
  const lift = useMutation({
    mutationFn: () => call(liftLimit, { params: { id: user.id }, body: isLifted ? { until: null } : {} }),
    onSuccess: (limits) => {
      queryClient.setQueryData(queryKeys.limits(user.id), limits);
      toast(t(`admin.limits.${what}Done`), user.email);
      void queryClient.invalidateQueries({ queryKey: queryKeys.user(user.id), exact: true });
      void reread(queryKeys.adminUsers);
    },
  });
  return (
    <AskFirst
      className="self-start"
      label={t(`admin.limits.${what}`)}
      title={t(`admin.limits.${what}Title`)}
      description={t(`admin.limits.${what}Question`, { email: user.email })}
      action={lift}
      failed={t('admin.limits.failed')}
    />
  );
}

/** The accounts of the books on which adjustments stand. */
const ACCOUNTS = { correction: '5400', goodwill: '5300', exchange: '5500', dust: '5600' } as const;

/** Adds to a balance or takes from it, with a reason that the customer's list shows. */
export function AdjustBalanceDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const keys = useIdempotencyKey();
  const form = useContractForm(bodyOf(adjustBalance), {
    defaultValues: { amount: '', reason: '', kind: 'correction' },
  });
  const { errors } = form.formState;
  const adjust = useFormCall(form, {
    send: (body) => call(adjustBalance, { params: { id: user.id }, body, idempotencyKey: keys.keyOf(body) }),
    onSent: (transaction) => {
      onClose();
      toast(t('admin.adjust.done'), `${formatPounds(transaction.balanceChange, { signed: true })} · ${user.email}`);
      void reread(queryKeys.user(user.id), queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
    },
    failed: t('admin.adjust.failed'),
    onFailed: (error) => toastFault(t('admin.error'), failureText(error, t('admin.adjust.failed'))),
  });
  return (
    <FormDialog
      {...adjust}
      onClose={onClose}
      title={t('admin.adjust.title')}
      description={t('admin.adjust.description', { email: user.email, balance: formatPounds(user.credits) })}
      submitLabel={t('admin.adjust.submit')}
    >
      <Field label={t('admin.adjust.amount')} hint={t('admin.adjust.amountHint')} error={errors.amount?.message}>
        <Input {...form.register('amount')} inputMode="text" data-autofocus />
      </Field>
      <FormInput form={form} name="reason" label={t('admin.adjust.reason')} />
      <Field label={t('books.accountName')}>
        <Select {...form.register('kind')}>
          <Options of={ADJUSTMENT_KINDS} name={(kind) => t(`books.accounts.${ACCOUNTS[kind]}`)} />
        </Select>
      </Field>
    </FormDialog>
  );
}
