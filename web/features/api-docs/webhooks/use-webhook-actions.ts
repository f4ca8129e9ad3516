import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../../../src/accounts/webhooks/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { toast } from '../../../ui/toast.tsx';

/** The open part of a webhook. */
export type Open = 'log' | 'change' | 'rotate' | 'delete' | null;

interface Handlers {
  setOpen: (open: Open) => void;
  onSecret: (secret: string) => void;
}

/** Testing a webhook, giving it a new secret and removing it. */
export function useWebhookActions(webhookId: string, { setOpen, onSecret }: Handlers) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const params = { id, webhookId };
  const reread = () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks(id) });
  const onError = (error: unknown) =>
    toast({
      title: t('webhooks.failedTitle'),
      description: messageOf(error, t('webhooks.failed')),
      variant: 'destructive',
    });
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params }),
    onSuccess: () => {
      void reread();
      setOpen('log');
    },
    onError,
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params }),
    onSuccess: ({ secret }) => {
      setOpen(null);
      void reread();
      onSecret(secret);
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params }),
    onSuccess: () => {
      setOpen(null);
      void reread();
    },
    onError,
  });
  return { test, rotate, remove };
}
