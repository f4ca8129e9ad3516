import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';
import { isUnderWay, voiceCall } from './contract.ts';

/** Webhooks get results only: a call under way is news for a screen and not for a program's records. */
export const callStatusEvent = eventKind(
  'call-status',
  voiceCall.omit({ callDetails: true }).extend({ at: isoTime }),
  ['owner'],
  ({ status }) => !isUnderWay(status),
);
