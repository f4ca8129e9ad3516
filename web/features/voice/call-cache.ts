import type { VoiceCall } from '../../../src/services/voice/contract.ts';
import { addNewest, changeRow } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What the call list shows at the moment, changed by what the server answered. */
export const callCache = (userId: string) => ({
  /** Shows a new call; its own event may have been quicker. */
  add: (placed: VoiceCall) => addNewest(queryKeys.calls(userId), placed),
  change: (id: string, change: (call: VoiceCall) => VoiceCall) =>
    changeRow(queryKeys.calls(userId), id, change),
});
