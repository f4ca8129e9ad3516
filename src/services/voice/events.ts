import { eventKind } from '../../platform/events/kind.ts';
import { isUnderWay, voiceCall } from './contract.ts';

/** Webhooks get only results: the progress of a running call matters to a screen, not to a program's records. */
export const callStatusEvent = eventKind(
  'call-status',
  ['owner'],
  voiceCall.omit({ callDetails: true }).shape,
  ({ status }) => !isUnderWay(status),
);
