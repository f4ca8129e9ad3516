import { useMutation } from '@tanstack/react-query';
import { checkNumber, type DidNumber } from '../../../../src/services/numbers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { invalidateSoon, queryKeys } from '../../../lib/reads.ts';
import { Link } from '../../../lib/router.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/frames.tsx';
import { Switch } from '../../../ui/field.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { AnswerButton } from '../calls/answer-button.tsx';
import { dayName } from '../calls/day-name.ts';
import { TrunkName } from '../trunk-name.tsx';
import type { useNumberChanges } from '../use-number-changes.ts';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

type Step = NonNullable<DidNumber['answerPlan']>['steps'][number];

interface NumberLeadsProps {
  number: DidNumber;
  changes: ReturnType<typeof useNumberChanges>;
}

/** Where messages and calls to a number lead. */
export function NumberLeads({ number, changes }: NumberLeadsProps) {
  const isActive = number.status === 'active';
  return (
    <Card title={t('numbers.page.leads')}>
      <section aria-labelledby="number-messages" className="flex flex-col gap-3">
        <h3 id="number-messages" className="font-semibold">
          {t('numbers.page.messages')}
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {t('numbers.page.toInbox')}
          <Link to="/dashboard" search={{ section: 'inbox' }} className="font-medium text-accent underline">
            {t('numbers.page.openInbox')}
          </Link>
        </p>
        {isActive && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:*:first:w-full">
            <MessageSettings {...{ number, changes }} />
          </div>
        )}
      </section>
      <section aria-labelledby="number-calls" className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
        <h3 id="number-calls" className="font-semibold">
          {t('numbers.page.calls')}
        </h3>
        <Steps steps={number.answerPlan?.steps ?? []} />
        {isActive && (
          <div className="flex flex-wrap items-center gap-2">
            <AnswerButton number={number} onChange={changes.show} />
          </div>
        )}
      </section>
    </Card>
  );
}

/** Shows whether messages that come in are mailed, and a check that the carrier delivers them. */
function MessageSettings({ number: row, changes: { change, shown } }: NumberLeadsProps) {
  const params = { id: row.userId, numberId: row.id };
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
        checked={{ ...row, ...shown }.mailMessages}
        onChange={(mailMessages) => change.mutate({ mailMessages })}
      />
      <SmallButton may="checkNumber" busy={check.isPending} onClick={() => check.mutate()}>
        {t('numbers.receive.check')}
      </SmallButton>
    </>
  );
}

/** Shows a call's way, step by step. */
function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return <p className="text-muted">{t('numbers.calls.none')}</p>;
  return (
    <ol className="flex flex-col gap-2">
      {steps
        .map((step, index) => ({ step, place: index + 1 }))
        .map(({ step, place }) => (
          <li key={place} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-xs font-semibold text-muted"
            >
              {formatNumber(place)}
            </span>
            <div className="min-w-0">
              <p className="font-medium">{t(`numbers.calls.kinds.${step.kind}`)}</p>
              <p className="text-sm break-words text-muted">
                {step.kind === 'forward' && <WithNumbers>{step.number}</WithNumbers>}
                {step.kind === 'trunk' && <TrunkName trunkId={step.trunkId} />}
                {'greeting' in step && (step.recording ? t('numbers.calls.recorded') : <bdi>{step.greeting}</bdi>)}
                {step.hours && <Hours hours={step.hours} />}
              </p>
            </div>
          </li>
        ))}
    </ol>
  );
}

const Hours = ({ hours }: { hours: NonNullable<Step['hours']> }) => (
  <>
    <span className="block">{hours.days.map(dayName).join(', ')}</span>
    <span className="block">{t('numbers.page.hours', { from: hours.from, until: hours.to })}</span>
  </>
);
