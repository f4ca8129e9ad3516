import { type KeyboardEvent, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { replyToConversation } from '../../../src/services/inbox/contract.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';

interface ReplyFormProps {
  userId: string;
  conversationId: string;
}

/** Writes and sends a reply; what was not sent stays in the field. */
export function ReplyForm({ userId, conversationId }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState('');
  const keys = useIdempotencyKey();
  const [fault, setFault] = useState<string>();
  const reply = useMutation({
    mutationFn: () =>
      call(replyToConversation, {
        params: { id: userId, conversationId },
        body: { message },
        idempotencyKey: keys.keyOf(message),
      }),
    onSuccess: () => {
      setMessage('');
      keys.renew();
      void queryClient.invalidateQueries({ queryKey: queryKeys.conversations(userId) });
    },
    onError: (error) => setFault(messageOf(error, t('inbox.sendFailed'))),
  });
  const send = () => {
    const parsed = bodyOf(replyToConversation).safeParse({ message });
    setFault(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (parsed.success && !reply.isPending) reply.mutate();
  };
  const submit = () => {
    send();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <Form className="flex flex-col gap-3" onSubmit={submit}>
      <Field label={t('inbox.reply')} hint={t('inbox.replyHint')} error={fault}>
        <Textarea
          rows={3}
          dir="auto"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={sendByKey}
        />
      </Field>
      <Button
        type="submit"
        className="self-end"
        busy={reply.isPending}
        icon={<Send aria-hidden className="size-4 rtl:-scale-x-100" />}
      >
        {t('inbox.send')}
      </Button>
    </Form>
  );
}
