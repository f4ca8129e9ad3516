import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import {
  createSmsTemplate,
  deleteSmsTemplate,
} from '../../../../src/services/messaging/templates/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { toast } from '../../../ui/toast.tsx';

interface Handlers {
  /** Given the id of the new template, once the list has it. */
  onSaved: (templateId: string) => void;
  onRemoved: () => void;
}

/** Keeping a text for another time, and removing one that was kept. */
export function useTemplateActions({ onSaved, onRemoved }: Handlers) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const reread = () => queryClient.invalidateQueries({ queryKey: queryKeys.smsTemplates(id) });
  const onError = (error: unknown) =>
    toast({
      title: t('sms.templates.failedTitle'),
      description: messageOf(error, t('sms.templates.failed')),
      variant: 'destructive',
    });
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof createSmsTemplate>) => call(createSmsTemplate, { params: { id }, body }),
    onSuccess: async (made) => {
      await reread();
      onSaved(made.id);
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (templateId: string) => call(deleteSmsTemplate, { params: { id, templateId } }),
    onSuccess: () => {
      onRemoved();
      void reread();
    },
    onError,
  });
  return { save, remove };
}
