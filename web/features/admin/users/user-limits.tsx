import { useRead } from '../../../lib/use-read.ts';
import { getLimits } from '../../../../src/accounts/limits/contract.ts';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../src/callers/contract.ts';
import { liftLimit, type Limits } from '../../../../src/accounts/limits/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ClosedDestinations } from '../../../ui/closed-destinations.tsx';
import { LimitState } from '../../../ui/limit-state.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpendUse } from '../../../ui/spend-use.tsx';
import { StoppedDestinations } from '../../../ui/stopped-destinations.tsx';
import { toast } from '../../../ui/toast.tsx';
import { OpenDestinationsDialog } from '../open-destinations-dialog.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { Only } from '../../../ui/only.tsx';

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
      <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
        {t('admin.destinations.change')}
      </Button>
      {changing && <OpenDestinationsDialog user={user} limits={limits} onClose={() => setChanging(false)} />}
    </>
  );
}

function LiftButton({ user, isLifted }: { user: User; isLifted: boolean }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const what = isLifted ? 'end' : 'lift';
  const lift = useMutation({
    mutationFn: () => call(liftLimit, { params: { id: user.id }, body: isLifted ? { until: null } : {} }),
    onSuccess: (limits) => {
      setAsking(false);
      queryClient.setQueryData(queryKeys.limits(user.id), limits);
      toast(t(`admin.limits.${what}Done`));
      void queryClient.invalidateQueries({ queryKey: queryKeys.user(user.id), exact: true });
      void reread(queryKeys.adminUsers);
    },
  });
  return (
    <>
      <Button variant="secondary" size="sm" className="self-start" onClick={() => setAsking(true)}>
        {t(`admin.limits.${what}`)}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t(`admin.limits.${what}Title`)}
        description={t(`admin.limits.${what}Question`, { email: user.email })}
        confirmLabel={t(`admin.limits.${what}`)}
        busy={lift.isPending}
        onConfirm={() => lift.mutate()}
      >
        {lift.error && <Refusal error={lift.error} fallback={t('admin.limits.failed')} />}
      </ConfirmDialog>
    </>
  );
}
