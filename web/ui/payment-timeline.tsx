import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleDot, CircleX, TriangleAlert } from './icons.tsx';
import { getTimeline, type TimelineStep } from '../../src/money/payments/timeline-contract.ts';
import { call } from '../lib/call.ts';
import { reasonText } from '../lib/wording-text.ts';
import { t } from '../lib/i18n.ts';
import { queryKeys } from '../lib/reads.ts';
import { doubtText } from './doubt-text.ts';
import { QuotedRateText } from './quoted-rate.tsx';
import { ReadFrame } from './frames.tsx';
import { Time, formatPounds } from './values.tsx';

interface PaymentTimelineProps {
  /** The payment is this account's. */
  userId: string;
  transactionId: string;
}

/** The history of a payment, step by step. The live connection reads it again when something happens. */
export function PaymentTimeline({ userId, transactionId }: PaymentTimelineProps) {
  const timeline = useQuery({
    queryKey: [...queryKeys.payment(userId, transactionId), 'timeline'],
    queryFn: () => call(getTimeline, { params: { id: userId, transactionId } }),
  });
  return (
    <ReadFrame read={timeline}>
      {({ steps, quoted }) => (
        <div className="flex flex-col gap-3">
          <ol aria-label={t('payment.timeline')} className="flex flex-col">
            {steps.map((step) => (
              <Step key={`${step.step} ${step.at}`} step={step} />
            ))}
          </ol>
          {quoted && <QuotedRateText of={quoted} />}
        </div>
      )}
    </ReadFrame>
  );
}

function Step({ step }: { step: TimelineStep }) {
  return (
    <li
      aria-current={step.state === 'current' ? 'step' : undefined}
      className="group relative flex gap-3 pb-4 last:pb-0"
    >
      <span
        aria-hidden
        className="absolute start-[0.4375rem] top-5 bottom-0 w-px bg-line-strong/60 group-last:hidden"
      />
      <StepIcon step={step} />
      <div className="min-w-0 flex-1">
        <p className={step.state === 'upcoming' ? 'text-muted' : 'font-medium'}>{nameOf(step)}</p>
        {step.step === 'confirmed' && step.state !== 'upcoming' && (
          <p className="text-sm text-muted">{confirmationsOf(step)}</p>
        )}
        {step.amount && <p className="text-sm">{formatPounds(step.amount)}</p>}
        {step.doubts.length > 0 && (
          <ul className="text-sm text-warning">
            {step.doubts.map((doubt) => (
              <li key={doubt}>{doubtText(doubt)}</li>
            ))}
          </ul>
        )}
        {step.sources.length > 0 && (
          <p className="text-sm break-words text-muted">
            {t('payment.onWordOf', { sources: step.sources.join(', ') })}
          </p>
        )}
        {step.reason && <p className="text-sm break-words">{reasonText(step)}</p>}
        {(step.at || step.by) && (
          <p className="text-sm break-words text-muted">
            {step.at && <Time iso={step.at} />}
            {step.at && step.by && ' · '}
            {step.by && t('payment.by', { name: step.by.fullName || step.by.email })}
          </p>
        )}
      </div>
    </li>
  );
}

function StepIcon({ step }: { step: TimelineStep }) {
  const [Icon, tone] =
    step.doubts.length > 0
      ? ([TriangleAlert, 'text-warning'] as const)
      : step.step === 'rejected' || step.step === 'reversed' || step.step === 'lost'
        ? ([CircleX, 'text-danger'] as const)
        : step.state === 'done'
          ? ([CircleCheck, 'text-success'] as const)
          : step.state === 'current'
            ? ([CircleDot, 'text-accent'] as const)
            : ([Circle, 'text-muted'] as const);
  return <Icon aria-hidden className={`relative mt-0.5 size-4 shrink-0 bg-inherit ${tone}`} />;
}

/** A step that has happened, or that we wait for. */
const nameOf = ({ step, state, doubts, automatic, lost }: TimelineStep): string =>
  step === 'lost'
    ? t(`payment.lost.${lost ?? 'gone'}`)
    : automatic
      ? t('payment.automatic')
      : doubts.length > 0 && (step === 'seen' || step === 'verified')
        ? t(`payment.doubted.${step}`)
        : step === 'submitted' ||
            step === 'found' ||
            step === 'signed' ||
            step === 'approved' ||
            step === 'rejected' ||
            step === 'reversed' ||
            state === 'done'
          ? t(`payment.step.${step}`)
          : t(`payment.waiting.${step}`);

/** A chain that says "final" has one confirmation. More confirmations than needed change nothing. */
function confirmationsOf({ confirmations, confirmationsWanted }: TimelineStep): string {
  if (confirmationsWanted === 1) return t(confirmations ? 'payment.final' : 'payment.notFinal');
  const count = confirmationsWanted ?? 0;
  return t('payment.confirmations', { confirmed: Math.min(confirmations ?? 0, count), count });
}
