import { listSms } from '../../../../src/services/messaging/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { StatusBadge } from '../../../ui/message-status-badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { UserRow, UserRows } from './user-rows.tsx';

/** A customer's messages, as an administrator sees them. */
export function UserMessages({ userId }: { userId: string }) {
  const list = usePagedList({
    queryKey: queryKeys.sms(userId),
    load: (query) => callPage(listSms, { params: { id: userId }, query }),
  });
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noMessages')}
      row={(message) => (
        <UserRow
          title={<span className="line-clamp-2">{message.message}</span>}
          facts={
            <>
              <bdi>{message.senderId}</bdi>
              <span>{t('sms.history.recipients', { count: message.recipientCount })}</span>
              <Time iso={message.sentAt} />
              {message.provider && <span>{message.provider}</span>}
            </>
          }
          end={
            <>
              <Money value={message.actualCost} />
              <StatusBadge status={message.status} />
            </>
          }
        />
      )}
    />
  );
}
