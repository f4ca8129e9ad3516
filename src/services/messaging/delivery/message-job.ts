import { sql as template, type SQL } from 'drizzle-orm';
import { addJobSql } from '../../../../db/jobs.ts';

/** The job that sends the due recipients of one message, and runs again for the rest. */
export const SEND_MESSAGE = 'send-message';

/**
 * A call that puts a message's job on the queue; a message has at most one job that has not started.
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
