import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';

/** Reads again what the account may send from, and what is said of a message beforehand. */
export function useRereadSenders(): () => void {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryKeys.senders(id), queryKeys.smsQuote(id)]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
