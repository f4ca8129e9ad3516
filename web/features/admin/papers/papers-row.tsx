import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decidePapers, MAX_PAPERS_REASON, type PapersEntry } from '../../../../src/services/numbers/papers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { destinationName } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { closeAndReread } from '../../../lib/invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Only } from '../../../ui/only.tsx';
import { Time } from '../../../ui/time.tsx';
import { PapersDrawer } from './papers-drawer.tsx';

/** Papers with their account, and what an administrator can do about them. */
export function PapersRow({ papers }: { papers: PapersEntry }) {
  const [asked, setAsked] = useState<'open' | 'approved' | 'rejected' | null>(null);
  const { countryCode, kind, provider, byHand, status, reason, user, handedInAt } = papers;
  const close = () => setAsked(null);
  const country = destinationName(countryCode);
  const action = (label: string) => ({
    size: 'sm' as const,
    'aria-label': t('admin.papers.of', { action: label, country, email: user.email }),
    children: label,
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {country} <span className="text-muted">{t(`admin.papers.kind.${kind}`)}</span>
        </p>
        <p className="text-sm break-all text-muted">{user.company ? `${user.company} · ${user.email}` : user.email}</p>
        <p className="text-sm text-muted">
          <bdi>{provider}</bdi> · <Time iso={handedInAt} />
        </p>
        {byHand && status === 'in-review' && (
          <p className="text-sm text-warning">{t('admin.papers.byHand', { provider })}</p>
        )}
        {reason && <p className="text-sm break-words text-danger">{reason}</p>}
      </div>
      <Only may={decidePapers}>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" {...action(t('admin.papers.open'))} onClick={() => setAsked('open')} />
          {byHand && status === 'in-review' && (
            <Button {...action(t('admin.senders.accept'))} onClick={() => setAsked('approved')} />
          )}
          {byHand && (status === 'in-review' || status === 'approved') && (
            <Button
              variant="secondary"
              {...action(t(status === 'approved' ? 'admin.senders.takeBack' : 'admin.senders.reject'))}
              onClick={() => setAsked('rejected')}
            />
          )}
        </div>
      </Only>
      {asked === 'open' && <PapersDrawer papers={papers} onClose={close} />}
      {(asked === 'approved' || asked === 'rejected') && (
        <DecidePapers papers={papers} decision={asked} onClose={close} />
      )}
    </li>
  );
}

interface DecidePapersProps {
  papers: PapersEntry;
  decision: 'approved' | 'rejected';
  onClose: () => void;
}

/**
 * Records the result of papers that were handed in by hand; their owner is told, with the reason of a
 * rejection.
 */
function DecidePapers({ papers, decision, onClose }: DecidePapersProps) {
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: () =>
      call(decidePapers, {
        params: { papersId: papers.id },
        body: decision === 'approved' ? { status: decision } : { status: decision, reason },
      }),
    onSuccess: closeAndReread(onClose, queryKeys.allPapers, queryKeys.adminActivity),
  });
  const rejected = decision === 'rejected';
  const names = { country: destinationName(papers.countryCode), email: papers.user.email };
  return (
    <FormDialog
      danger={rejected}
      onSubmit={() => decide.mutate()}
      busy={decide.isPending}
      disabled={rejected && reason.trim() === ''}
      onClose={onClose}
      title={t(rejected ? 'admin.papers.rejectTitle' : 'admin.papers.acceptTitle', names)}
      description={t(rejected ? 'admin.papers.rejectText' : 'admin.papers.acceptText', names)}
      submitLabel={t(rejected ? 'admin.senders.reject' : 'admin.senders.accept')}
      failure={decide.error && messageOf(decide.error, t('admin.papers.failed'))}
    >
      {rejected && (
        <Field label={t('admin.senders.reason')} hint={t('admin.senders.reasonHint')}>
          <Textarea
            rows={3}
            maxLength={MAX_PAPERS_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
