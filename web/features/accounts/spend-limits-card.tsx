import { useRead } from '../../lib/use-read.ts';
import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { ClosedDestinations } from '../../ui/closed-destinations.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { LimitState } from '../../ui/limit-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SpendUse } from '../../ui/spend-use.tsx';
import { StoppedDestinations } from '../../ui/stopped-destinations.tsx';
import { SpendLimitsForm } from './spend-limits-form.tsx';

/** How much messages and calls may come to in a day, and how much of it is used. */
export function SpendLimitsCard() {
  const { id } = useCurrentUser();
  const { data, isPending, error, refetch } = useRead(getLimits, { id });
  return (
    <Card title={t('limits.title')} description={t('limits.description')}>
      {isPending && <SkeletonRows rows={3} />}
      {!isPending && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="flex max-w-xl flex-col gap-6">
          <LimitState limits={data} />
          <StoppedDestinations userId={id} limits={data} />
          <SpendUse limits={data} />
          <SpendLimitsForm userId={id} limits={data} />
          <ClosedDestinations limits={data} />
        </div>
      )}
    </Card>
  );
}
