import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Conversation, updateConversation } from '../../../src/services/inbox/contract.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface ContactDialogProps {
  userId: string;
  conversation: Conversation;
  onClose: () => void;
}

/** Gives the other person of a conversation a name. */
export function ContactDialog({ userId, conversation, onClose }: ContactDialogProps) {
  const [name, setName] = useState(conversation.name ?? '');
  const [fault, setFault] = useState<string>();
  const save = useMutation({
    mutationFn: () =>
      call(updateConversation, {
        params: { id: userId, conversationId: conversation.id },
        body: { name },
      }),
    onSuccess: () => {
      toast({ title: t('inbox.saved') });
      onClose();
    },
    onError: (error) => setFault(messageOf(error, t('inbox.saveFailed'))),
  });
  const submit = () => {
    const parsed = bodyOf(updateConversation).safeParse({ name });
    setFault(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (parsed.success) save.mutate();
  };
  return (
    <FormDialog
      onSubmit={submit}
      busy={save.isPending}
      onClose={onClose}
      title={t('inbox.rename')}
      description={conversation.otherNumber}
      submitLabel={t('inbox.save')}
    >
      <Field label={t('inbox.name')} hint={t('inbox.nameHint')} error={fault}>
        <Input
          value={name}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
