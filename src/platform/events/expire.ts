import { removeOld } from '../../../db/remove-old.ts';
import type { Sql } from 'postgres';
import type { Clock } from '../kit/clock.ts';
import { RETENTION_HOURS } from './replay.ts';

/** Removes events that are too old for any stream to resume from. */
export async function expireEvents(sql: Sql, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_HOURS * 3_600_000).toISOString();
  await removeOld(sql, 'events', sql`at < ${before}::timestamptz`);
}
