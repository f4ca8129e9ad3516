import { useQueryClient } from '@tanstack/react-query';
import type { VoiceCall } from '../../../src/services/voice/contract.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What the call list shows at the moment, changed by what the server answered. */
export function useCallCache(userId: string) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.calls(userId);
  return {
    /** Shows a new call; its own event may have been quicker. */
    add: (placed: VoiceCall) =>
      queryClient.setQueryData<VoiceCall[]>(queryKey, (known) =>
        known?.some(({ id }) => id === placed.id) ? known : known && [placed, ...known],
      ),
    change: (id: string, change: (call: VoiceCall) => VoiceCall) =>
      queryClient.setQueryData<VoiceCall[]>(queryKey, (known) =>
        known?.map((call) => (call.id === id ? change(call) : call)),
      ),
  };
}
