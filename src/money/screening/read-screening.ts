import { sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { paymentScreenings } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';

const screening = columnsOf(paymentScreenings);

const find = prepared<{ transactionId: string; hash: string }, Record<string, unknown>>(
  (p) => template`
    select ${screening.list} from payment_screenings
    where transaction_id = ${p.transactionId}::uuid and transaction_hash = ${p.hash}`,
);

/** Tells whether the service has blocked, cleared or not answered about a payment with this hash; null: not asked. */
export async function readScreening(
  db: Queryable,
  { transactionId, hash }: { transactionId: string; hash: string },
): Promise<Pick<typeof paymentScreenings.$inferSelect, 'verdict' | 'reason' | 'askedAt'> | null> {
  const [found] = await find(driverOf(db), { transactionId, hash });
  return found ? screening.read(found) : null;
}
