import { useState } from 'react';
import { Ellipsis } from '../../../ui/icons.tsx';
import { SECRET_OVERLAP_HOURS, type Webhook } from '../../../../src/accounts/webhooks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { formatTime } from '../../../ui/time.tsx';
import { type Open, useWebhookActions } from './use-webhook-actions.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';

interface WebhookRowProps {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

/** One webhook, what it is told of, and what can be done with it. */
export function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { test, rotate, remove } = useWebhookActions(webhook.id, { setOpen, onSecret });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Facts webhook={webhook} />
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('webhooks.logOf', { name: webhook.name })}
          onClick={() => setOpen('log')}
        >
          {t('webhooks.log.open')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('webhooks.testOf', { name: webhook.name })}
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('webhooks.test')}
        </Button>
        <Menu
          label={t('webhooks.more', { name: webhook.name })}
          trigger={<Ellipsis aria-hidden className="size-4" />}
          actions={[
            { label: t('webhooks.change'), onSelect: () => setOpen('change') },
            { label: t('webhooks.rotate'), onSelect: () => setOpen('rotate') },
            { label: t('webhooks.delete'), danger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </div>
      {open === 'log' && <WebhookLog webhook={webhook} onClose={close} />}
      {open === 'change' && <WebhookForm webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={open === 'rotate'}
        onClose={close}
        title={t('webhooks.rotateTitle')}
        description={t('webhooks.rotateText', { hours: SECRET_OVERLAP_HOURS })}
        confirmLabel={t('webhooks.rotate')}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
      <ConfirmDialog
        danger
        open={open === 'delete'}
        onClose={close}
        title={t('webhooks.deleteTitle', { name: webhook.name })}
        description={t('webhooks.deleteText')}
        confirmLabel={t('webhooks.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}

function Facts({ webhook: { name, url, events, previousSecretUntil } }: { webhook: Webhook }) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
      <span className="font-medium">{name}</span>
      <span className="font-mono text-sm break-all text-muted">{url}</span>
      <span className="flex flex-wrap gap-1.5">
        {events.map((event) => (
          <Badge key={event}>{t(`webhooks.events.${event}`)}</Badge>
        ))}
      </span>
      {previousSecretUntil && (
        <span className="text-sm text-muted">
          {t('webhooks.previousSecret', { date: formatTime(previousSecretUntil) })}
        </span>
      )}
    </div>
  );
}
