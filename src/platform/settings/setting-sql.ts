import { sql as template, type SQL } from 'drizzle-orm';
import type { SettingName } from '../../../db/enums.ts';

/**
 * The value that administrators have set and that holds at a time, as text; null where the environment's holds. The
 * statement that uses the value reads it itself, so that no process uses a value that another one has changed.
 * @param about a coin or a carrier, where there is one value for each
 */
export const settingSql = (name: SettingName, now: SQL, about: SQL = template`''`): SQL => template`
  (select case when s.holds_from <= ${now} then s.next else s.value end
    from settings s where s.name = ${template.raw(`'${name}'`)} and s.about = ${about})`;
