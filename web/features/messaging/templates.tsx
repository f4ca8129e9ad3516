import { useRead } from '../../lib/use-read.ts';
import { listSmsTemplates } from '../../../src/services/messaging/templates/contract.ts';
import { useId, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { createSmsTemplate, deleteSmsTemplate } from '../../../src/services/messaging/templates/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

interface TemplatesProps {
  /** The text being written. */
  message: string;
  onChoose: (message: string) => void;
}

/** Texts kept for another time: choosing one, keeping the present one, removing the chosen one. */
export function Templates({ message, onChoose }: TemplatesProps) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const formId = useId();
  const list = useRead(listSmsTemplates, { id });
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const template = list.data?.find((each) => each.id === chosen);
  const reread = () => queryClient.invalidateQueries({ queryKey: queryKeys.smsTemplates(id) });
  const onError = (error: unknown) =>
    toast({
      title: t('sms.templates.failedTitle'),
      description: messageOf(error, t('sms.templates.failed')),
      variant: 'destructive',
    });
  const save = useMutation({
    mutationFn: (given: string) =>
      call(createSmsTemplate, { params: { id }, body: { name: given, message } }),
    onSuccess: async (made) => {
      await reread();
      setName(null);
      setChosen(made.id);
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call(deleteSmsTemplate, { params: { id, templateId: chosen } }),
    onSuccess: () => {
      setRemoving(false);
      setChosen('');
      void reread();
    },
    onError,
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      {list.data && list.data.length > 0 && (
        <Field label={t('sms.templates.label')} className="min-w-40 flex-1">
          <Select
            value={template ? chosen : ''}
            onChange={(event) => {
              setChosen(event.target.value);
              const picked = list.data.find((each) => each.id === event.target.value);
              if (picked) onChoose(picked.message);
            }}
          >
            <option value="">{t('sms.templates.none')}</option>
            {list.data.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {template && (
        <IconButton
          label={t('sms.templates.remove', { name: template.name })}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => setRemoving(true)}
        />
      )}
      <Button
        variant="secondary"
        size="sm"
        icon={<BookmarkPlus aria-hidden className="size-4" />}
        disabled={message.trim() === ''}
        onClick={() => setName('')}
      >
        {t('sms.templates.save')}
      </Button>
      <Dialog
        open={name !== null}
        onClose={() => setName(null)}
        title={t('sms.templates.saveTitle')}
        footer={
          <Button type="submit" form={formId} busy={save.isPending} disabled={!name?.trim()}>
            {t('sms.templates.confirm')}
          </Button>
        }
      >
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            // Of this form alone: in the tree of components it stands within the one that sends.
            event.stopPropagation();
            if (name?.trim()) save.mutate(name);
          }}
        >
          <Field label={t('sms.templates.name')}>
            <Input value={name ?? ''} maxLength={60} onChange={(event) => setName(event.target.value)} />
          </Field>
        </form>
      </Dialog>
      <ConfirmDialog
        danger
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('sms.templates.removeTitle', { name: template?.name ?? '' })}
        confirmLabel={t('sms.templates.removeConfirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}
