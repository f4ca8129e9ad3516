import { sql as template, type SQL } from 'drizzle-orm';
import { addJobSql } from '../../../../db/jobs.ts';

/** The job that sends what is due of one message, and comes back for the rest. */
export const SEND_MESSAGE = 'send-message';

/**
 * A call that puts the job of a message on the queue; a message has one at most that has not begun.
 * @param delay an interval
 */
export const addSendJobSql = ({ messageId, bulk, delay }: { messageId: SQL; bulk: SQL; delay: SQL }): SQL =>
  addJobSql(SEND_MESSAGE, {
    key: sendJobKey(messageId),
    payload: template`json_build_object('messageId', ${messageId}, 'bulk', ${bulk})`,
    delay,
  });

export const sendJobKey = (messageId: SQL): SQL =>
  template`${template.raw(`'${SEND_MESSAGE}:'`)} || ${messageId}::text`;
