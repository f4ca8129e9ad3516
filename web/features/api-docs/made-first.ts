import { sendSms } from '../../../src/services/messaging/contract.ts';
import { getSms } from '../../../src/services/messaging/history-contract.ts';
import { createSmsTemplate } from '../../../src/services/messaging/templates/contract.ts';
import { addOptOut } from '../../../src/services/messaging/opt-outs/contract.ts';
import { createVerification } from '../../../src/services/verifications/contract.ts';
import { getCall, placeCall } from '../../../src/services/voice/contract.ts';
import type { AnyEndpoint } from './endpoints.ts';
import { SANDBOX_ENDINGS } from '../../../src/carriers/adapters/sandbox/catalogue.ts';

/** The thing that an example makes before anything else, because the example acts on it. */
export interface Made {
  /** The name of the answer from then on. */
  variable: 'message' | 'call' | 'template' | 'optOut' | 'verification';
  endpoint: AnyEndpoint;
  /** That of its own example, where there is none. */
  body?: object;
  /** It is asked for again until a field, its own or one of the first in a list of its own, has this value. */
  wait?: Wait;
}

export interface Wait {
  endpoint: AnyEndpoint;
  list?: string;
  field: string;
  value: string;
}

/** Where the ids that paths ask for stand in what was made. */
export const ID_PATHS: Readonly<Record<string, { variable: Made['variable']; list?: string }>> = {
  messageId: { variable: 'message' },
  templateId: { variable: 'template' },
  optOutId: { variable: 'optOut' },
  verificationId: { variable: 'verification' },
  callId: { variable: 'call' },
  recordingId: { variable: 'call', list: 'recordings' },
};

/** Nobody's numbers; by the endings a simulated carrier refuses a message, and goes on with a call. */
const ANYBODY = '+447700900123';
const REFUSED = `+44770090${SANDBOX_ENDINGS.refused}`;
const TALKS_ON = `+44770090${SANDBOX_ENDINGS.endless}`;

const message = (recipient: string, more: object = {}): Made => ({
  variable: 'message',
  endpoint: sendSms,
  body: { senderId: 'MyCompany', recipients: [recipient], message: 'Hello, world', ...more },
});
const failedMessage: Made = { ...message(REFUSED), wait: { endpoint: getSms, field: 'status', value: 'failed' } };
const call = (destination: string, more: object = {}): Made => ({
  variable: 'call',
  endpoint: placeCall,
  body: { callerId: '+447700900000', destination, ...more },
});
const recordedCall: Made = {
  ...call(ANYBODY, { recorded: true }),
  wait: { endpoint: getCall, list: 'recordings', field: 'status', value: 'ready' },
};
const verification: Made = {
  variable: 'verification',
  endpoint: createVerification,
  body: { to: '+447700900456', channel: 'sms' },
};

/** An example that uses up its thing makes a separate one, so that the caller loses nothing. */
const ALWAYS: Readonly<Record<string, (now: Date) => Made>> = {
  cancelSms: (now) => message(ANYBODY, { sendAt: noonInAWeek(now) }),
  moveSms: (now) => message(ANYBODY, { sendAt: noonInAWeek(now) }),
  hangUpCall: () => call(TALKS_ON),
  deleteRecording: () => recordedCall,
  deleteSmsTemplate: () => ({ variable: 'template', endpoint: createSmsTemplate }),
  removeOptOut: () => ({ variable: 'optOut', endpoint: addOptOut }),
  // A wrong code counts against the verification that it is checked for.
  checkVerification: () => verification,
  sendVerificationAgain: () => verification,
};

/** The thing to make if the caller has none, by the last parameter of a path. */
const WHERE_MISSING: Readonly<Record<string, Made>> = {
  messageId: message(ANYBODY),
  verificationId: verification,
  callId: call(ANYBODY),
  recordingId: recordedCall,
};

/**
 * The thing that an example of an endpoint has to make first; null for none.
 * @param missing parameters of unknown value
 */
export function madeFor({ name }: AnyEndpoint, missing: readonly string[], now: Date): Made | null {
  const always = ALWAYS[name];
  if (always) return always(now);
  const last = missing.at(-1);
  if (last === undefined) return null;
  return name === 'resendSms' ? failedMessage : (WHERE_MISSING[last] ?? null);
}

/** A time that is still in the future a while after somebody read it. */
export function noonInAWeek(now: Date): string {
  const noon = new Date(now);
  noon.setUTCDate(noon.getUTCDate() + 7);
  noon.setUTCHours(12, 0, 0, 0);
  return noon.toISOString();
}
