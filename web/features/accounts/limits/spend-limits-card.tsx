import { useRead } from '../../../lib/use-read.ts';
import { getLimits } from '../../../../src/accounts/limits/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Card } from '../../../ui/card.tsx';
import { ClosedDestinations } from '../../../ui/closed-destinations.tsx';
import { LimitState } from '../../../ui/limit-state.tsx';
import { SpendUse } from '../../../ui/spend-use.tsx';
import { StoppedDestinations } from '../../../ui/stopped-destinations.tsx';
import { SpendLimitsForm } from './spend-limits-form.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';

/** The most that messages and calls may cost in a day, and how much of it is used. */
export function SpendLimitsCard() {
  const { id } = useCurrentUser();
  const read = useRead(getLimits, { id });
  return (
    <Card title={t('limits.title')} description={t('limits.description')}>
      <ReadFrame read={read}>
        {(limits) => (
          <div className="flex max-w-xl flex-col gap-6">
            <LimitState limits={limits} />
            <StoppedDestinations userId={id} limits={limits} />
            <SpendUse limits={limits} />
            <SpendLimitsForm userId={id} limits={limits} />
            <ClosedDestinations limits={limits} />
          </div>
        )}
      </ReadFrame>
    </Card>
  );
}
