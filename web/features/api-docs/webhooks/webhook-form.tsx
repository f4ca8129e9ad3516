import {
  createWebhook,
  updateWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
} from '../../../../src/accounts/webhooks/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Checkboxes } from '../../../ui/checkbox.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useFormCall } from '../../../ui/form.tsx';
import { useKeptForm } from '../../../ui/use-kept-form.ts';

interface WebhookFormProps {
  /** The one to change; a new one is made where there is none. */
  webhook?: Webhook;
  onClose: () => void;
  /** Given the signing secret of a new one. */
  onSecret?: (secret: string) => void;
}

/** Name, address and events of a webhook. */
export function WebhookForm({ webhook, onClose, onSecret }: WebhookFormProps) {
  const { id } = useCurrentUser();
  const { form, discard } = useKeptForm(bodyOf(createWebhook), {
    draft: `webhook:${webhook?.id ?? 'new'}`,
    onClose,
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? [...WEBHOOK_EVENTS],
    },
  });
  const { errors } = form.formState;
  const save = useFormCall(form, {
    send: async (body) => {
      if (!webhook) return (await call(createWebhook, { params: { id }, body })).secret;
      await call(updateWebhook, { params: { id, webhookId: webhook.id }, body });
      return null;
    },
    onSent: (secret) => {
      void reread(queryKeys.webhooks(id));
      discard();
      if (secret) onSecret?.(secret);
    },
    failed: t('webhooks.form.failed'),
  });
  return (
    <FormDialog
      {...save}
      onClose={onClose}
      onKeep={discard}
      title={t(webhook ? 'webhooks.form.changeTitle' : 'webhooks.form.addTitle')}
      submitLabel={t(webhook ? 'webhooks.form.save' : 'webhooks.form.add')}
    >
      <FormInput form={form} name="name" label={t('webhooks.form.name')} placeholder={t('webhooks.form.nameExample')} />
      <Field label={t('webhooks.form.url')} hint={t('webhooks.form.urlHint')} error={errors.url?.message}>
        <Input {...form.register('url')} type="url" inputMode="url" placeholder="https://example.com/webhooks" />
      </Field>
      <Checkboxes
        legend={t('webhooks.form.events')}
        field={form.register('events')}
        error={errors.events?.message}
        values={WEBHOOK_EVENTS}
      >
        {(event) => (
          <>
            <span className="font-medium">{t(`webhooks.events.${event}`)}</span>{' '}
            <code className="font-mono text-sm text-muted">{event}</code>
          </>
        )}
      </Checkboxes>
    </FormDialog>
  );
}
