import { createAfricasTalking } from '../../src/carriers/adapters/africas-talking.ts';
import { ACCOUNT, PUBLIC_CALLBACK } from './accounts.ts';
import type { Answered, Dialect } from './dialects.ts';
import type { Json } from './description-file.ts';

export const sentByAfricasTalking = (...recipients: Json[]): Answered => ({
  status: 201,
  body: {
    SMSMessageData: { Message: `Sent to ${recipients.length}/1 Total Cost: KES 0.8000`, Recipients: recipients },
  },
});

export const recipient = (statusCode: number, status: string, messageId = 'None') => ({
  statusCode,
  number: '+447700900123',
  status,
  cost: statusCode < 200 ? 'KES 0.8000' : '0',
  messageId,
});

const STATUS = {
  sent: 'Submitted',
  delivered: 'Success',
  undelivered: 'Failed',
  refused: 'Rejected',
  'unheard-of': 'unheard-of',
} as const;

export const africasTalking: Dialect = {
  carrier: 'africas-talking',
  adapter: createAfricasTalking,
  isSend: ({ url }) => url.endsWith('/version1/messaging'),
  healthy: { status: 200, body: { UserData: { balance: 'KES 1785.50' } } },
  accepted: (id) => sentByAfricasTalking(recipient(101, 'Success', id)),
  invalidNumber: sentByAfricasTalking(recipient(403, 'InvalidPhoneNumber')),
  throttled: { status: 429, body: 'Too Many Requests' },
  wrongCredentials: { status: 401, body: 'The supplied authentication is invalid' },
  newId: (count) => `ATXid_${count.toString(16).padStart(32, '0')}`,
  // One address for all reports, as it is set in its console.
  reportTo: () => `${PUBLIC_CALLBACK}/africas-talking?secret=${ACCOUNT.africasTalking.callbackSecret}`,
  report: ({ id, outcome, url }) => ({
    url,
    headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
    body: new URLSearchParams({
      id,
      status: STATUS[outcome],
      phoneNumber: '+447700900123',
      networkCode: '63902',
      retryCount: '0',
      ...(outcome === 'undelivered' ? { failureReason: 'UserIsInactive' } : {}),
    }).toString(),
  }),
  reportSchema: null,
  signs: false,
  saysReference: false,
};
