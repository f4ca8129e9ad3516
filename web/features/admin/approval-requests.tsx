import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { agreeToRequest, listRequests, withdrawRequest } from '../../../src/admin/requests/contract.ts';
import { writesLetters, type ApprovalRequest } from '../../../src/callers/approvals/contract.ts';
import { call, newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button, SmallButton } from '../../ui/button.tsx';
import { Card } from '../../ui/frames.tsx';
import { Only } from '../../ui/only.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Time } from '../../ui/values.tsx';
import { AgreeToPrices } from './agree-to-prices.tsx';
import { sentenceOf } from './request-sentence.ts';

/** Shows the requests that wait for another administrator; nothing where none waits. */
export function ApprovalRequests() {
  const requests = useRead(listRequests, {});
  if (!requests.data?.length) return null;
  return (
    <Card title={t('admin.approvalRequest.title')}>
      <ul aria-label={t('admin.approvalRequest.title')} className="divide-y divide-line">
        {requests.data?.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}

function Request({ request }: { request: ApprovalRequest }) {
  const isOwn = useCurrentUser().id === request.requestedBy.id;
  const key = useRef(newIdempotencyKey());
  const params = { requestId: request.id };
  const refresh = () => {
    const { approvalRequests, adminActivity, adminUsers, rateDecks, pendingPayments } = queryKeys;
    void reread(approvalRequests, adminActivity, adminUsers, rateDecks, pendingPayments);
  };
  const agree = useMutation({
    mutationFn: () => call(agreeToRequest, { params, idempotencyKey: key.current }),
    onSuccess: refresh,
  });
  const withdraw = useMutation({ mutationFn: () => call(withdrawRequest, { params }), onSuccess: refresh });
  const [asking, setAsking] = useState(false);
  const ofPrices = writesLetters(request.wanted.kind);
  const error = (asking ? null : agree.error) ?? withdraw.error;
  const { requestedBy, requestedAt } = request;
  return (
    <li className="flex flex-col items-start gap-2 py-3">
      <p className="wrap-anywhere">{sentenceOf(request)}</p>
      <p className="text-sm break-words text-muted">
        {t('admin.approvalRequest.askedBy', { name: requestedBy.fullName || requestedBy.email })} ·{' '}
        <Time iso={requestedAt} />
      </p>
      <Only may={agreeToRequest}>
        <div className="flex flex-wrap gap-2">
          {!isOwn && request.wanted.kind !== 'payment' && (
            <Button size="sm" busy={agree.isPending} onClick={() => (ofPrices ? setAsking(true) : agree.mutate())}>
              {t('admin.approvalRequest.agree')}
            </Button>
          )}
          <SmallButton busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t(isOwn ? 'admin.approvalRequest.withdraw' : 'admin.approvalRequest.refuse')}
          </SmallButton>
        </div>
      </Only>
      {ofPrices && (
        <AgreeToPrices
          requestId={request.id}
          sentence={sentenceOf(request)}
          open={asking}
          busy={agree.isPending}
          error={agree.error}
          onClose={() => {
            setAsking(false);
            agree.reset();
          }}
          onConfirm={() => agree.mutate()}
        />
      )}
      {error && <Refusal error={error} fallback={t('admin.approvalRequest.failed')} />}
    </li>
  );
}
