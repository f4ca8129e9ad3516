import { sql, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, customType, type IndexBuilder, timestamp, uuid } from 'drizzle-orm/pg-core';
import { formatMoney, parseMoney, type Money } from '../src/platform/kit/money.ts';

/** A point in time in UTC, to the millisecond, as ISO 8601 texts on the wire have it. */
export const time = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Pounds in a `numeric`, as `Money` in the program. `scale` is 2 for balances and prices, 4 for costs. */
export const money = customType<{
  data: Money;
  driverData: string;
  config: { precision: number; scale: 2 | 4 };
  configRequired: true;
}>({
  dataType: (config) => `numeric(${config.precision}, ${config.scale})`,
  fromDriver: parseMoney,
  toDriver: (value) => formatMoney(value, value % 100n === 0n ? 2 : 4),
});

/** An amount that is never absent and begins with nothing. @param zero as the database keeps the default */
export const fromZero = (config: { precision: number; scale: 2 | 4 }, zero: '0' | '0.00' = '0') =>
  money(config).notNull().default(sql.raw(zero));

/** Bytes, unchanged. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** PostgreSQL's number of a transaction. */
export const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The id of a row of another table; with `cascade`, ours goes when that one goes. */
export const refersTo = (column: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) =>
  uuid().references(column, actions);

/** An index of the rows that a condition holds for. */
export const partial = (index: IndexBuilder, condition: SQL): IndexBuilder => index.where(condition);
