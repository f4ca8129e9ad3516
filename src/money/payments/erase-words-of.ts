import type { Deps } from '../deps.ts';
import { idBatches } from '../../platform/kit/id-batches.ts';

const BATCH = 500;

/**
 * Removes names and numbers from the descriptions of an account's transactions and of its reseller's transactions
 * about it, and releases its receipts. Amounts, states and hashes stay. It can be interrupted and repeated.
 */
export async function eraseWordsOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  const batches = idBatches(
    (above) => sql<{ id: string }[]>`
      select id from transactions where user_id = ${userId} and id > ${above} order by id limit ${BATCH}`,
  );
  for await (const ids of batches) {
    await sql`update transactions set receipt_image = null, description = case type
        when 'credit_purchase' then 'Credit purchase' when 'payment_reversal' then 'Payment reversed'
        else regexp_replace(description, '\\+?[0-9]{5,}', '…', 'g') end
      where id = any(${ids}::uuid[])`;
    await sql`update transactions other
      set description = regexp_replace(other.description, ' (to|from|by) .*$', ' \\1 a closed account')
      from transactions own
      where own.id = any(${ids}::uuid[]) and other.id = own.counterpart_transaction_id`;
  }
}
