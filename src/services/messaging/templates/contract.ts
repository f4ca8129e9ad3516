import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { isoTime, line, paragraph, uuid } from '../../../platform/kit/schemas.ts';
import { MAX_MESSAGE_CHARACTERS } from '../contract.ts';
import { faultText } from '../../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('SMS');

/** The most templates of one account. */
export const MAX_TEMPLATES = 100;

/** A message text that is stored for later use. */
export const smsTemplate = z.object({ id: uuid, name: z.string(), message: z.string(), createdAt: isoTime });
export type SmsTemplate = z.infer<typeof smsTemplate>;

export const listSmsTemplates = endpoint('listSmsTemplates', 'GET /api/users/:id/sms-templates', {
  summary: 'Message texts kept for another time, newest first',
  response: z.array(smsTemplate),
});

export const createSmsTemplate = endpoint('createSmsTemplate', 'POST /api/users/:id/sms-templates', {
  summary: 'Keep a message text for another time',
  body: z.object({
    name: line(60).min(1, faultText('nameMissing')),
    message: paragraph(MAX_MESSAGE_CHARACTERS).refine((text) => text.trim().length > 0, faultText('fillAll')),
  }),
  status: 201,
  response: smsTemplate,
  idempotent: true,
  errors: ['not_allowed_now'],
});

export const deleteSmsTemplate = endpoint('deleteSmsTemplate', 'DELETE /api/users/:id/sms-templates/:templateId', {
  summary: 'Remove a template',
});
