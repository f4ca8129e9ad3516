import type { Deps } from '../deps.ts';
import { idBatches } from '../../platform/kit/id-batches.ts';
import { wording } from '../../platform/kit/wordings.ts';

const BATCH = 500;

const PURCHASE = JSON.stringify(wording('purchaseAlone'));
const REVERSAL = JSON.stringify(wording('reversedAlone'));
/** The values of a wording that tell of a person. */
const PERSONAL = ['number', 'from', 'name', 'email'];

/**
 * Removes what was typed, and the names and numbers, from what an account's transactions say and from what its reseller's
 * say of it, and releases its receipts. Amounts, states and hashes stay. It can be interrupted and repeated.
 */
export async function eraseWordsOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  const batches = idBatches(
    (above) => sql<{ id: string }[]>`
      select id from transactions where user_id = ${userId} and id > ${above} order by id limit ${BATCH}`,
  );
  for await (const ids of batches) {
    await sql`update transactions set receipt_image = null, description = '', wording = case type
        when 'credit_purchase' then ${PURCHASE}::text::jsonb
        when 'payment_reversal' then ${REVERSAL}::text::jsonb
        else wording || jsonb_build_object('values', (select coalesce(jsonb_object_agg(key,
          case when key = any(${PERSONAL}) then '"…"' else value end), '{}') from jsonb_each(wording -> 'values'))) end
      where id = any(${ids}::uuid[])`;
    await sql`update transactions other
      set description = '', wording = other.wording || jsonb_build_object(
        'code', replace(other.wording ->> 'code', 'Closed', '') || 'Closed', 'values', '{}'::jsonb)
      from transactions own
      where own.id = any(${ids}::uuid[]) and other.id = own.counterpart_transaction_id`;
  }
}
