import { listSmsRecipients, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { ListFrame } from '../../../ui/list-frame.tsx';
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
  return (
    <ListFrame list={list} skeletonRows={Math.min(3, message.recipientCount)} empty={null}>
      <RecipientList recipients={list.rows} />
    </ListFrame>
  );
}
