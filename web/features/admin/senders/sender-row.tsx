import { useState } from 'react';
import type { SenderRequest } from '../../../../src/services/senders/contract.ts';
import { destinationNames } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { SenderBadge } from '../../../ui/sender-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { AcceptSender } from './accept-sender.tsx';
import { RejectSender } from './reject-sender.tsx';

/** A sender name with its account, and what an administrator can do about it. */
export function SenderRow({ sender }: { sender: SenderRequest }) {
  const [asked, setAsked] = useState<'accept' | 'reject' | null>(null);
  const { name, purpose, status, reason, registeredIn, user, others, requestedAt } = sender;
  const close = () => setAsked(null);
  const accept = t(status === 'accepted' ? 'admin.senders.countries' : 'admin.senders.accept');
  const reject = t(status === 'accepted' ? 'admin.senders.takeBack' : 'admin.senders.reject');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">
          <bdi>{name}</bdi> <SenderBadge status={status} />
        </p>
        <p className="text-sm break-words">{purpose}</p>
        <p className="text-sm break-all text-muted">
          {user.company ? `${user.company} · ${user.email}` : user.email}
        </p>
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
      {status !== 'rejected' && (
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
