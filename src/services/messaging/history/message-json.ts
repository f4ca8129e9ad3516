import { sql as template, type SQL } from 'drizzle-orm';
import { isoTime } from '../../../../db/prepared.ts';

/**
 * A message as the contract shows it, made by PostgreSQL.
 * @param m a row of sms_messages
 * @param recipients an expression: a JSON array of results of `recipientJson`
 * @param numbers an expression: a JSON array of the same recipients' numbers
 */
export const messageJson = (m: SQL, recipients: SQL, numbers: SQL): SQL => template`json_build_object(
  'id', ${m}.id, 'userId', ${m}.user_id, 'senderId', ${m}.sender_id, 'recipients', ${numbers},
  'message', ${m}.message, 'media', '/api/objects/' || ${m}.media_id::text, 'parts', ${m}.parts, 'status', ${m}.status, 'cost', ${m}.cost::text,
  'actualCost', ${m}.actual_cost::text, 'provider', ${m}.provider, 'sentAt', ${isoTime(template`${m}.sent_at`)},
  'sendAt', ${isoTime(template`${m}.send_at`)}, 'inReview', ${m}.held_for is not null,
  'recipientCount', ${m}.recipient_count, 'counts', json_build_object('queued', ${m}.queued_count,
    'sent', ${m}.sent_count, 'delivered', ${m}.delivered_count, 'failed', ${m}.failed_count,
    'unknown', ${m}.unknown_count, 'optedOut', ${m}.opted_out_count),
  'messageDetails', json_build_object('recipients', ${recipients}))`;

/** A recipient as the contract shows it; for the customer, one that is being sent is still queued. */
export const recipientJson = (r: SQL): SQL => template`json_build_object(${recipientFields(r)})`;

/** A recipient with everything that is known about its delivery. */
export const deliveryJson = (r: SQL, m: SQL): SQL => template`json_build_object(${deliveryFields(r, m)})`;

export const deliveryFields = (r: SQL, m: SQL): SQL => template`${recipientFields(r)},
  'text', ${r}.text, 'mms', ${r}.mms, 'provider', ${r}.provider, 'queuedAt', ${isoTime(template`${m}.sent_at`)},
  'sentAt', ${isoTime(template`${r}.sent_at`)}, 'settledAt', ${isoTime(template`${r}.settled_at`)}`;

const recipientFields = (r: SQL): SQL => template`
  'number', ${r}.number, 'messageId', ${r}.id,
  'status', case when ${r}.status in ('sending', 'held') then 'queued' else ${r}.status end,
  'cost', ${r}.cost::text, 'error', ${r}.error`;
