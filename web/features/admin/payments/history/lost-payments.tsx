import { listPayments } from '../../../../../src/admin/contract.ts';
import { callPage } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { Card } from '../../../../ui/card.tsx';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { ListFrame } from '../../../../ui/list-frame.tsx';
import { Money } from '../../../../ui/money.tsx';
import { Time } from '../../../../ui/time.tsx';
import { PaymentReversals } from './payment-reversals.tsx';

const query = { status: 'verified', lost: 'true' } as const;

/** Verified payments that their chain no longer shows as they were. Nothing is shown where there is none. */
export function LostPayments() {
  const list = usePagedList({
    queryKey: [...queryKeys.adminPayments, query],
    load: (page) => callPage(listPayments, { query: { ...query, ...page } }),
  });
  if (list.rows.length === 0 && !list.isError) return null;
  return (
    <Card title={t('admin.lost.title')} description={t('admin.lost.description')} flush className="ring-2 ring-danger">
      <ListFrame list={list} empty={null}>
        <ul aria-label={t('admin.lost.title')} className="divide-y divide-line">
          {list.rows.map((payment) => (
            <li key={payment.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium break-words">{payment.user.fullName || t('admin.unknownName')}</p>
                <p className="text-sm break-all text-muted">{payment.user.email}</p>
                {payment.lost && (
                  <p className="text-sm text-danger">
                    {t(`payment.lost.${payment.lost.what}`)} · <Time iso={payment.lost.at} />
                  </p>
                )}
              </div>
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold">
                  <Money value={payment.receivedAmount ?? payment.amount} />
                </p>
                <p className="truncate font-mono text-xs text-muted">{payment.transactionHash}</p>
                {payment.explorerUrl && (
                  <ExternalLink href={payment.explorerUrl}>{t('admin.payments.explorer')}</ExternalLink>
                )}
              </div>
              <PaymentReversals payment={payment} />
            </li>
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
