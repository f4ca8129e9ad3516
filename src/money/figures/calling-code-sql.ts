import { sql as template, type SQL } from 'drizzle-orm';
import { TWO_DIGITS } from '../../platform/kit/calling-code.ts';

const DIGITS = template.raw([...TWO_DIGITS].map((digits) => `'${digits}'`).join(', '));

/** `callingCode` as PostgreSQL computes it. @param number E.164, or empty */
export const callingCodeSql = (number: SQL): SQL => template`
  left(${number}, case when substr(${number}, 2, 1) in ('1', '7') then 2
    when substr(${number}, 2, 2) in (${DIGITS}) then 3 else 4 end)`;
