import { sql as template, type SQL } from 'drizzle-orm';

/** An upload to which nothing refers is kept for this long. */
export const UNUSED_HOURS = 24;

/** A condition for an upload `o`: neither a payment nor a brand refers to it. */
export const isUnused: SQL = template`(
  not exists (select from transactions t where t.receipt_image = '/api/objects/' || o.id::text)
  and not exists (select from brands b where b.logo_id = o.id))`;
