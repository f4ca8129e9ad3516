import { removeOld } from '../../../db/remove-old.ts';
import type { Sql } from 'postgres';
import type { Clock } from '../../platform/kit/clock.ts';
import { UPLOAD_LINK_MINUTES } from './link.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** Deletes links that expired without a file. An upload that began in time may still be running. */
export async function expireUploads(sql: Sql, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - 2 * UPLOAD_LINK_MINUTES * MINUTE_MS).toISOString();
  await removeOld(sql, 'objects', sql`stored_at is null and created_at < ${before}::timestamptz`);
}
