import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  decidePapers,
  MAX_PAPERS_REASON,
  type PapersEntry,
} from '../../../../src/services/numbers/papers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { destinationName } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';

interface DecidePapersProps {
  papers: PapersEntry;
  decision: 'approved' | 'rejected';
  onClose: () => void;
}

/**
 * Records the result of papers that were handed in by hand; their owner is told, with the reason of a
 * rejection.
 */
export function DecidePapers({ papers, decision, onClose }: DecidePapersProps) {
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: () =>
      call(decidePapers, {
        params: { papersId: papers.id },
        body: decision === 'approved' ? { status: decision } : { status: decision, reason },
      }),
    onSuccess: () => {
      onClose();
      for (const queryKey of [queryKeys.allPapers, queryKeys.adminActivity]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
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
