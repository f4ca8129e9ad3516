import type { VoiceCall } from '../../../src/services/voice/contract.ts';
import { addNewest, changeRow } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The call list in the cache, changed by the server's answers. */
export const callCache = (userId: string) => ({
  /** Shows a new call; its own event may have been quicker. */
  add: (placed: VoiceCall) => addNewest(queryKeys.calls(userId), placed),
  change: (id: string, change: (call: VoiceCall) => VoiceCall) => changeRow(queryKeys.calls(userId), id, change),
});
