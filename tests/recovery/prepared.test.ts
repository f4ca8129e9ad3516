import { forFile } from '../kit/file-app.ts';
import { eq, inArray } from 'drizzle-orm';
import { connect } from '../../db/client.ts';
import { idsOf } from '../../db/prepared.ts';
import { users } from '../../db/schema/index.ts';
import { lastPosition } from '../../src/platform/events/position.ts';
import { findBelowCost } from '../../src/money/pricing/find-below-cost.ts';
import { quoteRecipients } from '../../src/money/pricing/quote-recipients.ts';
import { readCallPrice } from '../../src/money/pricing/read-price.ts';
import { lockTrunkCalls } from '../../src/services/voice/trunk/held-by-edge.ts';
import { createDatabase } from '../kit/cluster.ts';

const database = await forFile(createDatabase());
const connection = await forFile(connect(database.url, { connections: 1 }));

const kept = () => connection.sql<{ statement: string; uses: number; generic: number }[]>`
  select statement, (generic_plans + custom_plans)::int as uses, generic_plans::int as generic from pg_prepared_statements`;
const keptOn = async (columns: string) =>
  (await kept()).filter(({ statement }) => statement.startsWith(`select ${columns} from "users"`));
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

test('in a transaction a statement is prepared once and used again', async () => {
  for (const id of ids(3)) {
    await connection.db.transaction((tx) => tx.select({ id: users.id }).from(users).where(eq(users.id, id)));
  }
  expect(await keptOn('"id"')).toMatchObject([{ uses: 3 }]);
});

test('outside a transaction, and with a list of any length, it is planned for its values each time', async () => {
  const { db } = connection;
  const column = { email: users.email };
  await db.select(column).from(users).where(eq(users.email, 'x'));
  await db.transaction((tx) =>
    tx
      .select(column)
      .from(users)
      .where(inArray(users.id, ids(33))),
  );
  expect(await keptOn('"email"')).toEqual([]);
  await db.transaction((tx) =>
    tx
      .select(column)
      .from(users)
      .where(inArray(users.id, ids(32))),
  );
  expect(await keptOn('"email"')).toHaveLength(1);
});

test('the price of a call, whose statement is the longest, is prepared', async () => {
  const question = { destination: '+447911123456', now: new Date(), flatRate: '0.1' };
  for (const userId of ids(2)) {
    const asked = connection.db.transaction((tx) => readCallPrice(tx, { ...question, userId }));
    await expect(asked).rejects.toThrow('User');
  }
  const prices = (await kept()).filter(({ statement }) => statement.includes('listed_deck'));
  expect(prices).toMatchObject([{ uses: 2 }]);
});

test('so is what a message costs its carriers', async () => {
  const { sql } = connection;
  const message = { now: new Date(), carriers: ['twilio'], numbers: ['+447911123456'], parts: [1], shortParts: [1] };
  for (const userId of ids(2)) await findBelowCost({ sql, planned: sql }, { ...message, userId });
  const costs = (await kept()).filter(({ statement }) => statement.includes('risked as materialized'));
  expect(costs).toMatchObject([{ uses: 2 }]);
});

test('so is what a message would cost, which is asked while somebody writes', async () => {
  const message = { now: new Date(), numbers: ['+447911123456'], parts: 1, shortParts: 1, personal: null, mms: null };
  const { sql } = connection;
  for (const userId of ids(2)) await quoteRecipients({ sql, planned: sql }, { ...message, userId });
  const quotes = (await kept()).filter(({ statement }) => statement.includes('bool_and(sold)'));
  expect(quotes).toMatchObject([{ uses: 2 }]);
});

test('a statement without parameters is prepared too', async () => {
  await lastPosition(connection.sql);
  await lastPosition(connection.sql);
  const places = (await kept()).filter(({ statement }) => statement.includes('position from event_frontier'));
  expect(places).toMatchObject([{ uses: 2 }]);
});

test('a list of a few ids is planned five times for its values, and then no more', async () => {
  // The tests' server plans once whatever the statement is.
  await connection.sql`set plan_cache_mode = auto`;
  for (const id of ids(8)) await lockTrunkCalls(connection.sql, idsOf([id]));
  const locks = (await kept()).filter(({ statement }) => statement.includes('as held'));
  expect(locks).toMatchObject([{ uses: 8, generic: 3 }]);
});
