import { useId, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, RotateCcw } from 'lucide-react';
import { replayWebhookDelivery, type WebhookDelivery } from '../../../../src/accounts/webhooks/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatTime, Time } from '../../../ui/time.tsx';

const TONES = { pending: 'warning', delivered: 'success', failed: 'danger' } as const;

/** One delivery; opens to show its body and every attempt. */
export function WebhookDeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const replay = useMutation({
    mutationFn: () =>
      call(replayWebhookDelivery, {
        params: { id, webhookId: delivery.webhookId, deliveryId: delivery.id },
      }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...queryKeys.webhooks(id), delivery.webhookId] }),
  });
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? detailsId : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-start hover:bg-sunken/50 focus-visible:-outline-offset-2"
      >
        <ChevronDown
          aria-hidden
          className={`size-4 shrink-0 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
        />
        <span className="font-medium">{t(`webhooks.events.${delivery.event}`)}</span>
        <Badge tone={TONES[delivery.status]}>{t(`webhooks.status.${delivery.status}`)}</Badge>
        <span className="text-sm text-muted max-sm:ms-7 sm:ms-auto">
          <Time iso={delivery.createdAt} />
        </span>
      </button>
      {open && (
        <div id={detailsId} className="flex flex-col gap-4 bg-sunken/60 px-5 py-4">
          {delivery.nextAttemptAt && delivery.log.length > 0 && (
            <p className="text-muted">
              {t('webhooks.log.next', { date: formatTime(delivery.nextAttemptAt) })}
            </p>
          )}
          <Attempts log={delivery.log} />
          <CodeBlock label={t('webhooks.log.copyBody')} code={delivery.body} />
          {replay.error && (
            <Notice tone="danger" alert>
              {messageOf(replay.error, t('webhooks.failed'))}
            </Notice>
          )}
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            disabled={delivery.status === 'pending'}
            busy={replay.isPending}
            icon={<RotateCcw aria-hidden className="size-4" />}
            onClick={() => replay.mutate()}
          >
            {t('webhooks.log.replay')}
          </Button>
        </div>
      )}
    </li>
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
