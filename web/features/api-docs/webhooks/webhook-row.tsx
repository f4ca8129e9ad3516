import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteWebhook,
  listWebhookDeliveries,
  rotateWebhookSecret,
  SECRET_OVERLAP_HOURS,
  testWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
} from '../../../../src/accounts/webhooks/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Ellipsis, Inbox } from '../../../ui/icons.tsx';
import { EmptyState, ListFrame } from '../../../ui/frames.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { WebhookDeliveryItem } from './webhook-delivery.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** One webhook, what it is told of, and what can be done with it. */
export function WebhookRow({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { id } = useCurrentUser();
  const params = { id, webhookId: webhook.id };
  const done = (next: Open) => {
    void reread(queryKeys.webhooks(id));
    setOpen(next);
  };
  const onError = (error: unknown) => toastFailure(t('webhooks.failedTitle'), messageOf(error, t('webhooks.failed')));
  const test = useMutation({
    mutationFn: async (events: readonly (Webhook['events'][number] | undefined)[]) => {
      for (const event of events) await call(testWebhook, { params, query: { event } });
    },
    onSuccess: () => done('log'),
    onError,
  });
  const settle = useMutation({
    mutationFn: async (what: 'rotate' | 'delete') =>
      what === 'rotate' ? (await call(rotateWebhookSecret, { params })).secret : call(deleteWebhook, { params }),
    onSuccess: (secret) => {
      done(null);
      if (secret) onSecret(secret);
    },
    onError,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Facts webhook={webhook} />
      <div className="flex items-center gap-2">
        <SmallButton aria-label={t('webhooks.logOf', { name: webhook.name })} onClick={() => setOpen('log')}>
          {t('webhooks.log.open')}
        </SmallButton>
        <SmallButton
          may="testWebhook"
          aria-label={t('webhooks.testOf', { name: webhook.name })}
          busy={test.isPending}
          onClick={() => test.mutate([undefined])}
        >
          {t('webhooks.test')}
        </SmallButton>
        <Menu
          label={t('webhooks.more', { name: webhook.name })}
          trigger={<Ellipsis aria-hidden className="size-4" />}
          actions={[
            { may: 'testWebhook', label: t('webhooks.examples'), onSelect: () => test.mutate(webhook.events) },
            { may: 'updateWebhook', label: t('webhooks.change'), onSelect: () => setOpen('change') },
            { may: 'rotateWebhookSecret', label: t('webhooks.rotate'), onSelect: () => setOpen('rotate') },
            { may: 'deleteWebhook', label: t('webhooks.delete'), danger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </div>
      {open === 'log' && <WebhookLog webhook={webhook} onClose={close} />}
      {open === 'change' && <WebhookForm webhook={webhook} onClose={close} />}
      {(open === 'rotate' || open === 'delete') && (
        <ConfirmDialog
          open
          danger={open === 'delete'}
          onClose={close}
          title={t(`webhooks.${open}Title`, { name: webhook.name })}
          description={t(`webhooks.${open}Text`, { hours: SECRET_OVERLAP_HOURS })}
          confirmLabel={t(`webhooks.${open}`)}
          busy={settle.isPending}
          onConfirm={() => settle.mutate(open)}
        />
      )}
    </li>
  );
}

function Facts({ webhook: { name, url, events, previousSecretUntil } }: { webhook: Webhook }) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
      <span className="font-medium">{name}</span>
      <span className="font-mono text-sm break-all text-muted">{url}</span>
      <span className="flex flex-wrap gap-1.5">
        {events.length === WEBHOOK_EVENTS.length ? (
          <Badge>{t('webhooks.all', { count: events.length })}</Badge>
        ) : (
          events.map((event) => <Badge key={event}>{t(`webhooks.events.${event}`)}</Badge>)
        )}
      </span>
      {previousSecretUntil && (
        <span className="text-sm text-muted">
          {t('webhooks.previousSecret', { date: formatTime(previousSecretUntil) })}
        </span>
      )}
    </div>
  );
}

/** The open part of a webhook. */
type Open = 'log' | 'change' | 'rotate' | 'delete' | null;

/** Shows the events sent to a webhook and their results, live. */
function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id } = useCurrentUser();
  const list = usePagedList(listWebhookDeliveries, { params: { id, webhookId: webhook.id } });
  return (
    <Drawer onClose={onClose} title={t('webhooks.log.title', { name: webhook.name })} description={webhook.url}>
      <ListFrame
        list={list}
        skeletonRows={4}
        empty={<EmptyState icon={Inbox} title={t('webhooks.log.empty')} description={t('webhooks.log.emptyHint')} />}
      >
        <ul aria-label={t('webhooks.log.deliveries')} className="-mx-5 -mt-5 divide-y divide-line">
          {list.rows.map((delivery) => (
            <WebhookDeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      </ListFrame>
    </Drawer>
  );
}
