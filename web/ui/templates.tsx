import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createSmsTemplate,
  deleteSmsTemplate,
  listSmsTemplates,
} from '../../src/services/messaging/templates/contract.ts';
import { call, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useRead } from '../lib/use-read.ts';
import { reread } from '../lib/invalidate.ts';
import { useCurrentUser } from '../state/session.ts';
import { AskFirst } from './ask-first.tsx';
import { Button, IconButton } from './button.tsx';
import { Field, Input, Options, Select } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { BookmarkPlus, Trash2 } from './icons.tsx';
import { toastFailure } from './toast.tsx';

interface TemplatesProps {
  /** The text being written. */
  message: string;
  onChoose: (message: string) => void;
}

/** Texts kept for another time: choosing one, keeping the present one, removing the chosen one. */
export function Templates({ message, onChoose }: TemplatesProps) {
  const { id } = useCurrentUser();
  const list = useRead(listSmsTemplates, { id });
  const [chosen, setChosen] = useState('');
  const [naming, setNaming] = useState(false);
  const template = list.data?.find((each) => each.id === chosen);
  const refresh = () => reread(queryKeys.smsTemplates(id));
  const onError = (error: Error) =>
    toastFailure(t('sms.templates.failedTitle'), messageOf(error, t('sms.templates.failed')));
  const save = useMutation({
    mutationFn: (name: string) => call(createSmsTemplate, { params: { id }, body: { name, message } }),
    onSuccess: async (made) => {
      await refresh();
      setNaming(false);
      setChosen(made.id);
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call(deleteSmsTemplate, { params: { id, templateId: chosen } }),
    onSuccess: () => {
      setChosen('');
      void refresh();
    },
    onError,
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      {list.data && list.data.length > 0 && (
        <Field label={t('sms.templates.label')} className="min-w-40 flex-1">
          <Select
            value={template?.id ?? ''}
            onChange={({ target }) => {
              setChosen(target.value);
              const picked = list.data?.find(({ id: each }) => each === target.value);
              if (picked) onChoose(picked.message);
            }}
          >
            <option value="">{t('sms.templates.none')}</option>
            <Options of={list.data} />
          </Select>
        </Field>
      )}
      {template && (
        <AskFirst
          danger
          button={(ask) => (
            <IconButton
              may="deleteSmsTemplate"
              label={t('sms.templates.remove', { name: template.name })}
              icon={Trash2}
              onClick={ask}
            />
          )}
          title={t('sms.templates.removeTitle', { name: template.name })}
          label={t('sms.templates.removeConfirm')}
          action={remove}
        />
      )}
      <Button
        variant="secondary"
        size="sm"
        icon={BookmarkPlus}
        disabled={message.trim() === ''}
        onClick={() => setNaming(true)}
      >
        {t('sms.templates.save')}
      </Button>
      {naming && <SaveTemplateDialog busy={save.isPending} onSave={save.mutate} onClose={() => setNaming(false)} />}
    </div>
  );
}

interface SaveTemplateDialogProps {
  busy: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

function SaveTemplateDialog({ busy, onSave, onClose }: SaveTemplateDialogProps) {
  const [name, setName] = useState('');
  return (
    <FormDialog
      onSubmit={() => name.trim() && onSave(name)}
      busy={busy}
      disabled={!name.trim()}
      onClose={onClose}
      title={t('sms.templates.saveTitle')}
      submitLabel={t('sms.templates.confirm')}
    >
      <Field label={t('sms.templates.name')}>
        <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
