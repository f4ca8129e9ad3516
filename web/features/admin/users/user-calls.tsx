import { isUnderWay, listCalls } from '../../../../src/services/voice/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { invalidateSoon } from '../../../lib/invalidate-soon.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { sipReasonOf } from '../../../lib/sip-reason.ts';
import { soundQualityOf } from '../../../lib/sound-quality.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { CallStatusBadge } from '../../../ui/call-status-badge.tsx';
import { HangUpButton } from '../../../ui/hang-up-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { UserRow, UserRows } from './user-rows.tsx';

/** A customer's calls, as an administrator sees them. */
export function UserCalls({ userId }: { userId: string }) {
  const list = usePagedList({
    queryKey: queryKeys.calls(userId),
    load: (query) => callPage(listCalls, { params: { id: userId }, query }),
  });
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noCalls')}
      row={(each) => (
        <UserRow
          title={<bdi>{each.destination}</bdi>}
          facts={
            <>
              <span>{t('voice.history.from', { callerId: each.callerId })}</span>
              <span>{t(`voice.origin.${each.origin}`)}</span>
              <Time iso={each.calledAt} />
              <span>{t('admin.users.seconds', { count: each.duration })}</span>
              {each.error && <span className="text-danger">{each.error}</span>}
              {sipReasonOf(each) && <span>{sipReasonOf(each)}</span>}
              {soundQualityOf(each) && <span>{soundQualityOf(each)}</span>}
            </>
          }
          end={
            <>
              <Money value={each.actualCost} />
              <CallStatusBadge status={each.status} />
              {isUnderWay(each.status) && (
                <HangUpButton
                  call={each}
                  question={t('admin.calls.hangUpText', { destination: each.destination })}
                  onHungUp={() => invalidateSoon(queryKeys.calls(userId))}
                />
              )}
            </>
          }
        />
      )}
    />
  );
}
