import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { KEPT_FOR_DAYS } from '../enums.ts';

/** Data that is kept for a number of days, and when older data was last removed. */
export const retentionSweeps = pgTable('retention_sweeps', {
  what: text({ enum: KEPT_FOR_DAYS }).primaryKey(),
  sweptAt: time(),
  /** How much the last sweep that found something has removed. */
  removed: integer().notNull().default(0),
  /** Messages up to this id have no text any more. */
  sweptUntil: uuid(),
});
