import { sql as template } from 'drizzle-orm';
import { ownAddresses } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { ExtendedKey } from '../../shared/extended-key.ts';

/**
 * The address of a new quote. A customer whose earlier quote has ended unpaid, or for which a hash was submitted that no
 * chain has shown, gets its address again, so that the wallet meets fewer unused addresses in a row; another customer never gets it, because it may still be paid late. Those who
 * ask at once wait for each other, and the table's keys hold what comes of it.
 */
export async function handOutAddress(tx: Transaction, key: ExtendedKey, userId: string): Promise<string> {
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`addresses\n${key.id}`}, 0))`);
  return (await findUnused(tx, key, userId)) ?? handOutNew(tx, key, userId);
}

async function findUnused(tx: Transaction, { id }: ExtendedKey, userId: string): Promise<string | null> {
  const [unused] = await tx.db.execute<{ address: string }>(template`
    select o.address from own_addresses o
    where o.user_id = ${userId} and o.key_id = ${id}
      and not exists (select from quotes q where q.user_id = o.user_id and q.address = o.address
        and q.expires_at > ${tx.now.toISOString()}::timestamptz
        and not exists (select from transactions t where t.quote_id = q.id and t.status in ('pending', 'verified')))
      and not exists (select from quotes q join transactions t on t.quote_id = q.id
        left join chain_evidence e on e.transaction_id = t.id
        where q.user_id = o.user_id and q.address = o.address
          and (t.status = 'verified' or (t.status = 'pending' and e.found_at is not null)))
      and not exists (select from wallet_transfers w where w.address = o.address)
    order by o.index limit 1`);
  return unused?.address ?? null;
}

async function handOutNew(tx: Transaction, key: ExtendedKey, userId: string): Promise<string> {
  const { id: keyId, chain } = key;
  // Index 0 is the address of all who ask for no quote.
  const [next] = await tx.db.execute<{ index: number }>(template`
    select coalesce(max(index), 0) + 1 as index from own_addresses where key_id = ${keyId}`);
  if (!next) throw new Error('there is no next index');
  const address = key.addressAt(next.index);
  await tx.db.insert(ownAddresses).values({ keyId, index: next.index, chain, address, userId, givenAt: tx.now });
  return address;
}
