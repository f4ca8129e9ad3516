import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { SETTING_NAMES } from '../enums.ts';
import { ofUser } from './accounts.ts';

/**
 * The settings that administrators have changed while the program runs; without a row the environment's value holds.
 */
export const settings = pgTable(
  'settings',
  (t) => ({
    name: t.text({ enum: SETTING_NAMES }).notNull(),
    /** A coin, a carrier or a country, where there is one value for each; otherwise empty. */
    about: t.text().notNull().default(''),
    /** Null: the environment's value holds. */
    value: t.text(),
    /** An announced value that replaces the other one at `holds_from`; null: the environment's. */
    next: t.text(),
    /** Null: nothing is announced. */
    holdsFrom: time(),
  }),
  (table) => [
    primaryKey({ columns: [table.name, table.about] }),
    check('settings_next_announced', sql`${table.next} is null or ${table.holdsFrom} is not null`),
  ],
);

/** What administrators set in the panel of what else only the environment says, whose own values win. */
export const keptSettings = pgTable('kept_settings', (t) => ({
  name: t.text().primaryKey(),
  /** Null: taken away again. */
  sealedValue: t.text(),
  changedAt: time().notNull(),
  changedBy: ofUser().notNull(),
}));

/** Every change of a setting. Rows are never changed or deleted. */
export const settingChanges = pgTable(
  'setting_changes',
  (t) => ({
    id: t.uuid().primaryKey(),
    name: t.text({ enum: SETTING_NAMES }).notNull(),
    about: t.text().notNull(),
    /** The values that held before and hold afterwards, those of the environment included; null: none. */
    before: t.text(),
    after: t.text(),
    /** Where the value comes from afterwards. */
    source: t.text({ enum: ['panel', 'environment'] }).notNull(),
    /** When it began to hold. */
    holdsFrom: time().notNull(),
    changedAt: time().notNull(),
    changedBy: ofUser().notNull(),
    /** This administrator asked for it, if another one agreed. */
    askedBy: ofUser(),
  }),
  (table) => [index('setting_changes_setting').on(table.name, table.about, table.id)],
);
