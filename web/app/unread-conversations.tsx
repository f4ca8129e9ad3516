import { countUnread } from '../../src/services/inbox/contract.ts';
import { t } from '../lib/i18n.ts';
import { useRead } from '../lib/use-read.ts';
import { useCurrentUser } from '../state/session.ts';
import { CountMark } from '../ui/count-mark.tsx';

/** How many conversations nobody has read, kept up to date by the live connection. */
export function UnreadConversations() {
  const { id } = useCurrentUser();
  const count = useRead(countUnread, { id }).data?.count ?? 0;
  return <CountMark count={count} text={t('shell.unread', { count })} />;
}
