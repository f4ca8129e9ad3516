import { listSmsRecipients, type SmsMessage } from '../../../src/services/messaging/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { RecipientList } from './recipient-list.tsx';

/** The recipients of a message with their times, a page at a time. */
export function AllRecipients({ message }: { message: SmsMessage }) {
  const { id: messageId, userId: id } = message;
  const list = usePagedList({
    queryKey: [...queryKeys.sms(id), messageId, 'recipients'],
    load: async (query) => {
      const { rows, next } = await callPage(listSmsRecipients, { params: { id, messageId }, query });
      return { rows: rows.map((recipient) => ({ ...recipient, id: recipient.messageId })), next };
    },
  });
  if (list.isPending) return <SkeletonRows rows={Math.min(3, message.recipientCount)} />;
  if (list.isError) return <ErrorState error={list.error} onRetry={list.retry} />;
  return (
    <>
      <RecipientList recipients={list.rows} />
      {list.hasMore && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          busy={list.isLoadingMore}
          onClick={list.loadMore}
        >
          {t('ui.loadMore')}
        </Button>
      )}
    </>
  );
}
