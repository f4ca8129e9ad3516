import { useState } from 'react';
import { decidePapers, MAX_PAPERS_REASON, type PapersEntry } from '../../../../src/services/numbers/papers/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { call } from '../../../lib/call.ts';
import { destinationName } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { Button } from '../../../ui/button.tsx';
import { Only } from '../../../ui/only.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { Time } from '../../../ui/values.tsx';
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
          <bdi>{carrierName(provider)}</bdi> · <Time iso={handedInAt} />
        </p>
        {byHand && status === 'in-review' && (
          <p className="text-sm text-warning">{t('admin.papers.byHand', { provider: carrierName(provider) })}</p>
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
  const rejected = decision === 'rejected';
  const names = { country: destinationName(papers.countryCode), email: papers.user.email };
  return (
    <TextDialog
      danger={rejected}
      title={t(rejected ? 'admin.papers.rejectTitle' : 'admin.papers.acceptTitle', names)}
      description={t(rejected ? 'admin.papers.rejectText' : 'admin.papers.acceptText', names)}
      label={rejected ? t('admin.senders.reason') : null}
      hint={t('admin.senders.reasonHint')}
      input={{ maxLength: MAX_PAPERS_REASON }}
      submitLabel={t(rejected ? 'admin.senders.reject' : 'admin.senders.accept')}
      send={async (reason) => {
        const body = decision === 'approved' ? { status: decision } : { status: decision, reason };
        await call(decidePapers, { params: { papersId: papers.id }, body });
        void reread(queryKeys.allPapers, queryKeys.adminActivity);
      }}
      failed={t('admin.papers.failed')}
      onClose={onClose}
    />
  );
}
