import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { days, pageQuery, uuid, withDaysInOrder } from '../../platform/kit/schemas.ts';
import { smsAttempt } from './attempt-contract.ts';
import { recipientDelivery, recipientStatus, smsMessage, smsStatus } from './contract.ts';

const { endpoint, pagedList } = endpointsFor('SMS');

const smsFilters = {
  search: z.string().trim().max(100).optional(),
  /** `failed` and `partial`: all or some of its recipients did not get it; `failed` has no cancelled ones. */
  status: smsStatus.optional(),
  ...days,
};

export const listSms = pagedList('listSms', '/api/users/:id/sms', {
  summary: 'Messages, newest first; search looks at sender, text and numbers',
  query: withDaysInOrder(
    pageQuery.extend({
      ...smsFilters,
      /** `true`: what test keys have sent in the last 7 days, and nothing else. A test key always sees that. */
      test: z.enum(['true', 'false']).optional(),
    }),
  ),
  row: smsMessage,
});

export const exportSms = endpoint('exportSms', 'GET /api/users/:id/sms.csv', {
  summary: 'The messages that the filters show, as CSV',
  query: withDaysInOrder(z.object(smsFilters)),
  produces: ['text/csv'],
});

export const getSms = endpoint('getSms', 'GET /api/users/:id/sms/:messageId', {
  summary: 'One message, with its first recipients',
  response: smsMessage,
});

const recipientFilters = {
  status: recipientStatus.optional(),
  /** Digits of the number. */
  search: z.string().trim().max(40).optional(),
};

/** The recipients of one message, last first; `before` is a recipient's `messageId`. */
export const listSmsRecipients = pagedList('listSmsRecipients', '/api/users/:id/sms/:messageId/recipients', {
  summary: 'Every recipient of a message with its state',
  query: pageQuery.extend(recipientFilters),
  row: recipientDelivery,
});

export const exportSmsReport = endpoint('exportSmsReport', 'GET /api/users/:id/sms/:messageId/recipients.csv', {
  summary: 'The recipients of a message that the filters show with their states, as CSV',
  query: z.object(recipientFilters),
  produces: ['text/csv'],
});

export const traceSms = pagedList('traceSms', '/api/users/:id/sms/:messageId/trace', {
  summary: 'What carriers answered about a message or one of its recipients, newest first',
  query: pageQuery.extend({
    /** A recipient's `messageId`. */
    recipient: uuid.optional(),
  }),
  row: smsAttempt,
});
