import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from '../../../ui/icons.tsx';
import { replayWebhookDelivery, type WebhookDelivery } from '../../../../src/accounts/webhooks/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ExpandableRow } from '../../../ui/expandable-row.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { Badge, Time, formatTime } from '../../../ui/values.tsx';

const TONES = { pending: 'warning', delivered: 'success', failed: 'danger' } as const;

/** One delivery; opens to show its body and every attempt. */
export function WebhookDeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  return (
    <ExpandableRow
      className="flex-wrap items-center gap-x-3 gap-y-1"
      summary={
        <>
          <span className="font-medium">{t(`webhooks.events.${delivery.event}`)}</span>
          <Badge tone={TONES[delivery.status]}>{t(`webhooks.status.${delivery.status}`)}</Badge>
          <span className="text-sm text-muted max-sm:ms-7 sm:ms-auto">
            <Time iso={delivery.createdAt} />
          </span>
        </>
      }
    >
      {(id) => <Details id={id} delivery={delivery} />}
    </ExpandableRow>
  );
}

function Details({ id, delivery }: { id: string; delivery: WebhookDelivery }) {
  const user = useCurrentUser();
  const { id: deliveryId, webhookId } = delivery;
  const replay = useMutation({
    mutationFn: () => call(replayWebhookDelivery, { params: { id: user.id, webhookId, deliveryId } }),
    onSuccess: () => reread([...queryKeys.webhooks(user.id), webhookId]),
  });
  return (
    <div id={id} className="flex flex-col gap-4 bg-sunken/60 px-5 py-4">
      {delivery.nextAttemptAt && delivery.log.length > 0 && (
        <p className="text-muted">{t('webhooks.log.next', { date: formatTime(delivery.nextAttemptAt) })}</p>
      )}
      <Attempts log={delivery.log} />
      <CodeBlock label={t('webhooks.log.copyBody')} code={delivery.body} />
      {replay.error && <Refusal error={replay.error} fallback={t('webhooks.failed')} />}
      <SmallButton
        className="self-start"
        disabled={delivery.status === 'pending'}
        busy={replay.isPending}
        icon={RotateCcw}
        onClick={() => replay.mutate()}
      >
        {t('webhooks.log.replay')}
      </SmallButton>
    </div>
  );
}

function Attempts({ log }: { log: WebhookDelivery['log'] }) {
  if (log.length === 0) return <p className="text-muted">{t('webhooks.log.noAttempt')}</p>;
  return (
    <ol aria-label={t('webhooks.log.attempts')} className="flex flex-col gap-2">
      {log.map((attempt) => (
        <li key={attempt.at} className="flex flex-col gap-0.5">
          <span className="flex flex-wrap gap-x-3">
            <span className="font-medium">
              {attempt.answerStatus === null
                ? attempt.error
                : t('webhooks.log.answered', { status: attempt.answerStatus })}
            </span>
            <span className="text-muted">{t('webhooks.log.latency', { count: attempt.latencyMs })}</span>
            <span className="text-muted">
              <Time iso={attempt.at} />
            </span>
          </span>
          {attempt.answer && <code className="font-mono text-sm break-all text-muted">{attempt.answer}</code>}
        </li>
      ))}
    </ol>
  );
}
