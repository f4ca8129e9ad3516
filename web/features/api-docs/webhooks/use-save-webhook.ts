import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { createWebhook, updateWebhook, type Webhook } from '../../../../src/accounts/webhooks/contract.ts';
import type { BodyInputOf, BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { applyProblem } from '../../../ui/form.tsx';

type Form = UseFormReturn<BodyInputOf<typeof createWebhook>, unknown, BodyOf<typeof createWebhook>>;

interface Saving {
  /** The one to change; a new one is made where there is none. */
  webhook: Webhook | undefined;
  onSaved: () => void;
  /** Given the signing secret of a new one. */
  onSecret: ((secret: string) => void) | undefined;
}

/** Saves what the form of a webhook holds. */
export function useSaveWebhook(form: Form, { webhook, onSaved, onSecret }: Saving) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof createWebhook>) => {
      if (webhook) {
        await call(updateWebhook, { params: { id, webhookId: webhook.id }, body });
        return null;
      }
      const { secret } = await call(createWebhook, { params: { id }, body });
      return secret;
    },
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.webhooks(id) });
      onSaved();
      if (secret) onSecret?.(secret);
    },
    onError: (error) => {
      if (!applyProblem(form, error)) {
        form.setError('root', { message: messageOf(error, t('webhooks.form.failed')) });
      }
    },
  });
}
