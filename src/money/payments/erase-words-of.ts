import type { Deps } from '../deps.ts';

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Removes names and numbers from the descriptions of an account's transactions and of its reseller's transactions
 * about it, and releases its receipts. Amounts, states and hashes stay. It can be interrupted and repeated.
 */
export async function eraseWordsOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  for (let last: string | undefined = FIRST_ID; last !== undefined;) {
    const ids: string[] = (
      await sql<{ id: string }[]>`
        select id from transactions where user_id = ${userId} and id > ${last} order by id limit ${BATCH}`
    ).map(({ id }) => id);
    await sql`update transactions set receipt_image = null, description = case type
        when 'credit_purchase' then 'Credit purchase' when 'payment_reversal' then 'Payment reversed'
        else regexp_replace(description, '\\+?[0-9]{5,}', '…', 'g') end
      where id = any(${ids}::uuid[])`;
    await sql`update transactions other
      set description = regexp_replace(other.description, ' (to|from|by) .*$', ' \\1 a closed account')
      from transactions own
      where own.id = any(${ids}::uuid[]) and other.id = own.counterpart_transaction_id`;
    last = ids.at(-1);
  }
}
