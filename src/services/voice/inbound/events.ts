import { eventKind } from '../../../platform/events/kind.ts';
import { isoTime } from '../../../platform/kit/schemas.ts';
import { receivedCall } from './contract.ts';

const data = receivedCall.extend({ at: isoTime });

/** Somebody calls a customer's number. */
export const callReceivedEvent = eventKind('call-received', data, ['owner'], () => true);

/** A call to a customer's number ended without anybody speaking with the caller. */
export const callMissedEvent = eventKind('call-missed', data, ['owner'], () => true);

/** A caller left a message, and it can be heard. */
export const voicemailReceivedEvent = eventKind('voicemail-received', data, ['owner'], () => true);

/** A call to a customer's number has changed in a way that a screen shows. */
export const receivedCallEvent = eventKind('received-call', data, ['owner']);
