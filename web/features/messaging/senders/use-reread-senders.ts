import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';

/** Reads again what the account may send from. */
export function useRereadSenders(): () => void {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queryKeys.senders(id) });
}
