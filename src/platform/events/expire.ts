import { removeOld } from '../../../db/remove-old.ts';
import type { Sql } from 'postgres';
import type { Clock } from '../kit/clock.ts';
import { RETENTION_HOURS } from './replay.ts';
import { HOUR_MS } from '../kit/durations.ts';

/** Removes events that are too old for any stream to resume from. */
export async function expireEvents(sql: Sql, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_HOURS * HOUR_MS).toISOString();
  await removeOld(sql, 'events', sql`at < ${before}::timestamptz`);
}
