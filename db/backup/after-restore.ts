import type { Sql } from 'postgres';

/** More than the number of events between the backup and the loss of the database. */
const POSITIONS_AHEAD = 1_000_000_000;

/**
 * Prepares a restored database before it is served, because the lost database continued after the backup.
 * Everything that waited to be sent may have been sent since, so nothing is sent again on a guess: - messages
 * and calls that were due are asked about at their carriers, as after a crash; - waiting mails and webhook
 * deliveries are given up; customers can replay the deliveries; - events get positions above any that a
 * stream can have seen, so that no stream skips them.
 */
export async function settleRestored(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      update sms_recipients set status = 'sending', attempts = attempts + 1,
        claimed_until = now() - interval '1 second',
        provider = coalesce(provider, (select active from provider_state))
      where status = 'queued' and due_at <= now()`;
    await tx`update voice_calls set status = 'dialing', due_at = now(),
        provider = coalesce(provider, (select active from provider_state))
      where status = 'queued' and ended_at is null`;
    await tx`update webhook_deliveries set status = 'failed' where status = 'pending'`;
    await tx`update mails set status = 'failed' where status = 'pending'`;
    // Events that were read before the restore had lower positions than the new ones get.
    await tx`select place_events(1000000000)`;
    await tx`select setval('event_positions', nextval('event_positions') + ${POSITIONS_AHEAD})`;
  });
}
