import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '../../src/platform/kit/endpoint.ts';
import {
  createSmsTemplate,
  deleteSmsTemplate,
  listSmsTemplates,
  type SmsTemplate,
} from '../../src/services/messaging/templates/contract.ts';
import { call, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useRead } from '../lib/use-read.ts';
import { reread } from '../lib/invalidate.ts';
import { useCurrentUser } from '../state/session.ts';
import { Button, IconButton } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
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
  const { save, remove } = useTemplateActions({
    onSaved: (made) => {
      setNaming(false);
      setChosen(made);
    },
    onRemoved: () => setChosen(''),
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      {list.data && list.data.length > 0 && (
        <TemplateSelect
          templates={list.data}
          chosen={template}
          onChoose={(picked) => {
            setChosen(picked?.id ?? '');
            if (picked) onChoose(picked.message);
          }}
        />
      )}
      {template && (
        <RemoveTemplate template={template} busy={remove.isPending} onRemove={() => remove.mutate(template.id)} />
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
      {naming && (
        <SaveTemplateDialog
          busy={save.isPending}
          onSave={(name) => save.mutate({ name, message })}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

interface TemplateSelectProps {
  templates: readonly SmsTemplate[];
  chosen: SmsTemplate | undefined;
  onChoose: (template: SmsTemplate | undefined) => void;
}

function TemplateSelect({ templates, chosen, onChoose }: TemplateSelectProps) {
  return (
    <Field label={t('sms.templates.label')} className="min-w-40 flex-1">
      <Select
        value={chosen?.id ?? ''}
        onChange={({ target }) => onChoose(templates.find(({ id }) => id === target.value))}
      >
        <option value="">{t('sms.templates.none')}</option>
        <Options of={templates} />
      </Select>
    </Field>
  );
}

interface RemoveTemplateProps {
  template: SmsTemplate;
  busy: boolean;
  onRemove: () => void;
}

/** The button that removes a template, and the question before it does. */
function RemoveTemplate({ template: { name }, busy, onRemove }: RemoveTemplateProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        may="deleteSmsTemplate"
        label={t('sms.templates.remove', { name })}
        icon={Trash2}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sms.templates.removeTitle', { name })}
        confirmLabel={t('sms.templates.removeConfirm')}
        busy={busy}
        onConfirm={onRemove}
      />
    </>
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

interface Handlers {
  /** Given the id of the new template, once the list has it. */
  onSaved: (templateId: string) => void;
  onRemoved: () => void;
}

/** Keeping a text for another time, and removing one that was kept. */
function useTemplateActions({ onSaved, onRemoved }: Handlers) {
  const { id } = useCurrentUser();
  const refresh = () => reread(queryKeys.smsTemplates(id));
  const onError = (error: unknown) =>
    toastFailure(t('sms.templates.failedTitle'), messageOf(error, t('sms.templates.failed')));
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof createSmsTemplate>) => call(createSmsTemplate, { params: { id }, body }),
    onSuccess: async (made) => {
      await refresh();
      onSaved(made.id);
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (templateId: string) => call(deleteSmsTemplate, { params: { id, templateId } }),
    onSuccess: () => {
      onRemoved();
      void refresh();
    },
    onError,
  });
  return { save, remove };
}
