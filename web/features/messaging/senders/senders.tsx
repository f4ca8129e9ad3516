import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listSenders,
  removeSenderName,
  requestSenderName,
  type SenderName,
  senderRequestBody,
} from '../../../../src/services/senders/contract.ts';
import { SENDER_ID_LIMITS } from '../../../../src/shared/sender-id.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { destinationNames } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { FormDialog, saidOnce, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { BadgeCheck, Plus } from '../../../ui/icons.tsx';
import { SenderBadge, SenderOutcome } from '../../../ui/sender-badge.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { OwnNumbers } from './own-numbers.tsx';
import { rereadSenders } from './reread-senders.ts';
import { Card, EmptyState, RowList } from '../../../ui/frames.tsx';

/** Shows an account's senders, where they have to be accepted: its names and its numbers. */
export function Senders() {
  const { id } = useCurrentUser();
  const senders = useRead(listSenders, { id });
  const [asking, setAsking] = useState(false);
  if (!senders.data?.approval) return null;
  const { names, numbers, countries, calls } = senders.data;
  return (
    <Card
      flush
      title={t('sms.senders.title')}
      description={t('sms.senders.text')}
      actions={
        <Button may="requestSenderName" size="sm" icon={Plus} onClick={() => setAsking(true)}>
          {t('sms.senders.register')}
        </Button>
      }
    >
      {names.length === 0 ? (
        <EmptyState icon={BadgeCheck} title={t('sms.senders.none')} />
      ) : (
        <RowList label={t('sms.senders.title')} rows={names} row={(name) => <Name sender={name} />} />
      )}
      <OwnNumbers numbers={numbers} calls={calls} />
      <details className="border-t border-line px-5 py-3 text-sm">
        <summary className="cursor-pointer font-medium">{t('sms.senders.countries')}</summary>
        <p className="mt-2">{t('sms.senders.never', { countries: destinationNames(countries.never) })}</p>
        <p className="mt-2">{t('sms.senders.registration', { countries: destinationNames(countries.registration) })}</p>
      </details>
      {asking && <RegisterSender onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Name({ sender }: { sender: SenderName }) {
  const { id } = useCurrentUser();
  const { name, purpose, status, reason, registeredIn } = sender;
  const remove = useMutation({
    mutationFn: () => call(removeSenderName, { params: { id, nameId: sender.id } }),
    onSuccess: () => rereadSenders(id),
    onError: (error) => toastFailure(t('sms.senders.failedTitle'), messageOf(error, t('sms.senders.failed'))),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium break-words">
          <bdi>{name}</bdi> <SenderBadge status={status} />
        </p>
        <p className="text-sm break-words text-muted">{purpose}</p>
        <SenderOutcome {...{ reason, registeredIn }} />
      </div>
      <AskFirst
        danger
        label={t('sms.senders.remove')}
        nameOf={t('sms.senders.removeOf', { name })}
        title={t('sms.senders.removeTitle', { name })}
        description={t('sms.senders.removeText')}
        action={remove}
      />
    </li>
  );
}

/** Asks for a sender name. */
function RegisterSender({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(senderRequestBody, { defaultValues: { name: '', purpose: '' } });
  const shown = saidOnce(form, ['name', 'purpose']);
  const sending = useFormCall(form, {
    send: (body) => call(requestSenderName, { params: { id }, body }),
    onSent: ({ name }) => {
      rereadSenders(id);
      onClose();
      toast(t('sms.senders.asked', { name }), t('sms.senders.askedText'));
    },
    failed: t('sms.senders.failed'),
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('sms.senders.registerTitle')}
      description={t('sms.senders.registerText')}
      submitLabel={t('sms.senders.registerSubmit')}
    >
      <Field
        label={t('sms.senders.name')}
        hint={t('sms.senders.nameHint', { limit: SENDER_ID_LIMITS.letters })}
        {...shown.name}
      >
        <Input {...form.register('name')} maxLength={16} />
      </Field>
      <Field label={t('sms.senders.purpose')} hint={t('sms.senders.purposeHint')} {...shown.purpose}>
        <Textarea {...form.register('purpose')} rows={3} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
