import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { SettingName } from '../../../db/enums.ts';
import { settings } from '../../../db/schema/index.ts';

type Row = typeof settings.$inferSelect;

/** The value of a row that holds at a time; null: the environment's. */
export const heldBy = ({ value, next, holdsFrom }: Row, now: Date): string | null =>
  holdsFrom !== null && holdsFrom <= now ? next : value;

/** The values that administrators have set. */
export interface SetValues {
  /** Null: the environment's value holds. */
  of(name: SettingName, about?: string): string | null;
}

/** Reads what administrators have set of some settings and what holds now. Nothing of it is kept by the process. */
export async function readSettings(db: Queryable, now: Date, ...names: readonly SettingName[]): Promise<SetValues> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.name, [...names]));
  return {
    of: (name, about = '') => {
      const row = rows.find((each) => each.name === name && each.about === about);
      return row ? heldBy(row, now) : null;
    },
  };
}

/** A whole number, or no limit. @param set what administrators have set @param standard the environment's */
export const countOr = (set: string | null, standard: number | null): number | null =>
  set === null ? standard : set === 'off' ? null : Number(set);

/** The same for a decimal. */
export const decimalOr = (set: string | null, standard: string | null): string | null =>
  set === null ? standard : set === 'off' ? null : set;
