import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { decideSenderName, MAX_PURPOSE, type SenderRequest } from '../../../../src/services/senders/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { destinationNames } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/use-may.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SenderBadge } from '../../../ui/sender-badge.tsx';
import { Time } from '../../../ui/time.tsx';

/** A sender name with its account, and what an administrator can do about it. */
export function SenderRow({ sender }: { sender: SenderRequest }) {
  const [asked, setAsked] = useState<'accept' | 'reject' | null>(null);
  const { name, purpose, status, reason, registeredIn, user, others, requestedAt } = sender;
  const close = () => setAsked(null);
  const may = useMay();
  const accept = t(status === 'accepted' ? 'admin.senders.countries' : 'admin.senders.accept');
  const reject = t(status === 'accepted' ? 'admin.senders.takeBack' : 'admin.senders.reject');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">
          <bdi>{name}</bdi> <SenderBadge status={status} />
        </p>
        <p className="text-sm break-words">{purpose}</p>
        <p className="text-sm break-all text-muted">{user.company ? `${user.company} · ${user.email}` : user.email}</p>
        <p className="text-sm text-muted">
          <Time iso={requestedAt} />
        </p>
        {others > 0 && <p className="text-sm text-warning">{t('admin.senders.others', { count: others })}</p>}
        {reason && <p className="text-sm break-words text-danger">{reason}</p>}
        {registeredIn.length > 0 && (
          <p className="text-sm text-muted">
            {t('sms.senders.registeredIn', { countries: destinationNames(registeredIn) })}
          </p>
        )}
      </div>
      {status !== 'rejected' && may(decideSenderName) && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant={status === 'accepted' ? 'secondary' : 'primary'}
            aria-label={t('admin.senders.of', { action: accept, name, email: user.email })}
            onClick={() => setAsked('accept')}
          >
            {accept}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('admin.senders.of', { action: reject, name, email: user.email })}
            onClick={() => setAsked('reject')}
          >
            {reject}
          </Button>
        </div>
      )}
      {asked === 'accept' && <AcceptSender sender={sender} onClose={close} />}
      {asked === 'reject' && <RejectSender sender={sender} onClose={close} />}
    </li>
  );
}

/** Accepts a sender name, and says in which countries it has been registered. */
function AcceptSender({ sender, onClose }: { sender: SenderRequest; onClose: () => void }) {
  const [typed, setTyped] = useState(sender.registeredIn.join(' '));
  const decide = useDecideSender(sender, onClose);
  const registeredIn = [...new Set(typed.toUpperCase().match(/[A-Z]+/g) ?? [])];
  return (
    <FormDialog
      onSubmit={() => decide.mutate({ status: 'accepted', registeredIn })}
      busy={decide.isPending}
      disabled={registeredIn.some((code) => code.length !== 2)}
      onClose={onClose}
      title={t('admin.senders.acceptTitle', { name: sender.name })}
      description={t('admin.senders.acceptText', { email: sender.user.email })}
      submitLabel={t('admin.senders.accept')}
      failure={decide.error && messageOf(decide.error, t('sms.senders.failed'))}
    >
      <Field label={t('admin.senders.registeredIn')} hint={t('admin.senders.registeredInHint')}>
        <Input dir="ltr" value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** Rejects a sender name, or takes an accepted one back; its owner is told the reason. */
function RejectSender({ sender, onClose }: { sender: SenderRequest; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const decide = useDecideSender(sender, onClose);
  return (
    <FormDialog
      danger
      onSubmit={() => decide.mutate({ status: 'rejected', reason })}
      busy={decide.isPending}
      disabled={reason.trim() === ''}
      onClose={onClose}
      title={t('admin.senders.rejectTitle', { name: sender.name })}
      description={t('admin.senders.rejectText', { email: sender.user.email })}
      submitLabel={t('admin.senders.reject')}
      failure={decide.error && messageOf(decide.error, t('sms.senders.failed'))}
    >
      <Field label={t('admin.senders.reason')} hint={t('admin.senders.reasonHint')}>
        <Textarea rows={3} maxLength={MAX_PURPOSE} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

/** Accepts a sender name, or rejects it. */
function useDecideSender({ id: nameId }: SenderRequest, onDecided: () => void) {
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof decideSenderName>) => call(decideSenderName, { params: { nameId }, body }),
    onSuccess: () => {
      onDecided();
      void reread(queryKeys.senderRequests, queryKeys.adminActivity);
    },
  });
}
