import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { KEPT_FOR_DAYS } from '../enums.ts';

/** What is kept for so many days, and when what is older was last swept away. */
export const retentionSweeps = pgTable('retention_sweeps', {
  what: text({ enum: KEPT_FOR_DAYS }).primaryKey(),
  sweptAt: time(),
  /** How much the last sweep that found something has removed. */
  removed: integer().notNull().default(0),
  /** Of texts: messages up to this id have none any more. */
  sweptUntil: uuid(),
});
