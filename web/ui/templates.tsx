import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createSmsTemplate,
  deleteSmsTemplate,
  listSmsTemplates,
} from '../../src/services/messaging/templates/contract.ts';
import { call, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../lib/reads.ts';
import { useCurrentUser } from '../state/session.ts';
import { AskFirst } from './ask-first.tsx';
import { SmallButton, IconButton } from './button.tsx';
import { Field, Options, Select } from './field.tsx';
import { BookmarkPlus, Trash2 } from './icons.tsx';
import { TextDialog } from './text-dialog.tsx';
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
  const save = async (name: string) => {
    const made = await call(createSmsTemplate, { params: { id }, body: { name, message } });
    await refresh();
    setChosen(made.id);
  };
  const remove = useMutation({
    mutationFn: () => call(deleteSmsTemplate, { params: { id, templateId: chosen } }),
    onSuccess: () => {
      setChosen('');
      void refresh();
    },
    onError: (error) => toastFailure(t('sms.templates.failedTitle'), messageOf(error, t('sms.templates.failed'))),
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
      <SmallButton icon={BookmarkPlus} disabled={message.trim() === ''} onClick={() => setNaming(true)}>
        {t('sms.templates.save')}
      </SmallButton>
      {naming && (
        <TextDialog
          title={t('sms.templates.saveTitle')}
          label={t('sms.templates.name')}
          submitLabel={t('sms.templates.confirm')}
          input={{ maxLength: 60 }}
          send={save}
          failed={t('sms.templates.failed')}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}
