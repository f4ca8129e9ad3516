import { sql as template, type SQL } from 'drizzle-orm';
import type { SettingName } from '../../../db/enums.ts';

/**
 * The value that administrators have set and that holds at a time, as text; null where the environment's holds. It is
 * read by the statement that uses it, so that no process can go by a value that another one has changed.
 */
export const settingSql = (name: SettingName, now: SQL): SQL => template`
  (select case when s.holds_from <= ${now} then s.next else s.value end
    from settings s where s.name = ${template.raw(`'${name}'`)} and s.about = '')`;
