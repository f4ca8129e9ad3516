import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { useCurrentUser } from '../../../state/session.ts';

/** Reads again what the account may send from, and what is said of a message beforehand. */
export function useRereadSenders(): () => void {
  const { id } = useCurrentUser();
  return () => void reread(queryKeys.senders(id), queryKeys.smsQuote(id));
}
