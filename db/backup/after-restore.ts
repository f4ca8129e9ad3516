import type { Sql } from 'postgres';

/** Further than events can have gone between the backup and what it replaces. */
const POSITIONS_AHEAD = 1_000_000_000;

/**
 * What a database that was restored must know before it is served: since its backup the one that it
 * replaces went on. What waited to leave at that time may have left since, so nothing leaves again on a
 * guess:
 * - messages and calls that were due are asked about at their carriers, as after a crash;
 * - mails and webhook deliveries that waited are given up; customers can replay the latter;
 * - events get places beyond any that a stream can have seen, so none is taken for a known one.
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
    // Events that were read before the backup was restored had lower places than the new ones get.
    await tx`select place_events(1000000000)`;
    await tx`select setval('event_positions', nextval('event_positions') + ${POSITIONS_AHEAD})`;
  });
}
