import type { Endpoint } from './endpoint.ts';

export const NOT_COUNTED: ReadonlySet<string> = new Set([
  // They change nothing, or what they do is paid for; programs call them as often as they have customers.
  ...['quoteSms', 'resendSms', 'cancelSms', 'replyToConversation', 'updateConversation'],
  ...['createVerification', 'sendVerificationAgain', 'checkVerification'],
  // An owner's acts against a thief, who could use up the allowed changes.
  ...['logout', 'stepUp', 'enterAccount', 'changePassword', 'closeAccount', 'rotateApiKey', 'rotateNamedApiKey'],
  ...['disableTotp', 'removePasskey', 'rotateSipCredentials', 'rotateWebhookSecret'],
  ...['placeCall', 'openTelephone', 'hangUpCall', 'callNumber', 'tryNumber', 'tryNumberAnswers', 'checkNumber'],
]);

/** Tells whether a request counts for what an account may change in a day. What is deleted has been made before. */
export const isCounted = ({ name, method }: Pick<Endpoint, 'name' | 'method'>): boolean =>
  (method === 'POST' || method === 'PUT') && !NOT_COUNTED.has(name);
