import { eventKind } from '../../../platform/events/kind.ts';
import { receivedCall } from './contract.ts';

/** Somebody calls a customer's number. */
export const callReceivedEvent = eventKind('call-received', ['owner', 'webhooks'], receivedCall.shape);

/** A call to a customer's number ended without anybody speaking with the caller. */
export const callMissedEvent = eventKind('call-missed', ['owner', 'webhooks'], receivedCall.shape);

/** A caller left a message, and it can be heard. */
export const voicemailReceivedEvent = eventKind('voicemail-received', ['owner', 'webhooks'], receivedCall.shape);

/** A call to a customer's number has changed in a way that a screen shows. */
export const receivedCallEvent = eventKind('received-call', ['owner'], receivedCall.shape);
