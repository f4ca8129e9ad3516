import { forFile } from '../kit/file-app.ts';
import { eq, inArray } from 'drizzle-orm';
import { connect } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { readCallPrice } from '../../src/money/pricing/read-price.ts';
import { createDatabase } from '../kit/cluster.ts';

const database = await forFile(createDatabase());
const connection = await forFile(connect(database.url, { connections: 1 }));

const kept = () => connection.sql<{ statement: string; uses: number }[]>`
  select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements`;
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
