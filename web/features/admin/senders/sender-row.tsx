import { useState } from 'react';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { decideSenderName, MAX_PURPOSE, type SenderRequest } from '../../../../src/services/senders/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/use-may.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { SenderBadge, SenderOutcome } from '../../../ui/sender-badge.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { Time } from '../../../ui/values.tsx';

/** A sender name with its account, and what an administrator can do about it. */
export function SenderRow({ sender }: { sender: SenderRequest }) {
  const [asked, setAsked] = useState<'accept' | 'reject' | null>(null);
  const { name, purpose, status, reason, registeredIn, user, others, requestedAt } = sender;
  const dialog = { failed: t('sms.senders.failed'), onClose: () => setAsked(null) };
  const decide = async (body: BodyInputOf<typeof decideSenderName>) => {
    await call(decideSenderName, { params: { nameId: sender.id }, body });
    void reread(queryKeys.senderRequests, queryKeys.adminActivity);
  };
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
        <SenderOutcome {...{ reason, registeredIn }} />
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
          <SmallButton
            aria-label={t('admin.senders.of', { action: reject, name, email: user.email })}
            onClick={() => setAsked('reject')}
          >
            {reject}
          </SmallButton>
        </div>
      )}
      {asked === 'accept' && (
        <TextDialog
          {...dialog}
          title={t('admin.senders.acceptTitle', { name })}
          description={t('admin.senders.acceptText', { email: user.email })}
          label={t('admin.senders.registeredIn')}
          hint={t('admin.senders.registeredInHint')}
          submitLabel={t('admin.senders.accept')}
          value={registeredIn.join(' ')}
          optional
          input={{ dir: 'ltr' }}
          send={(text) =>
            decide({ status: 'accepted', registeredIn: [...new Set(text.toUpperCase().match(/[A-Z]+/g) ?? [])] })
          }
        />
      )}
      {asked === 'reject' && (
        <TextDialog
          {...dialog}
          danger
          title={t('admin.senders.rejectTitle', { name })}
          description={t('admin.senders.rejectText', { email: user.email })}
          label={t('admin.senders.reason')}
          hint={t('admin.senders.reasonHint')}
          submitLabel={t('admin.senders.reject')}
          input={{ maxLength: MAX_PURPOSE }}
          send={(text) => decide({ status: 'rejected', reason: text })}
        />
      )}
    </li>
  );
}
