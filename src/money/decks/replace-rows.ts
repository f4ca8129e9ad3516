import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';

/**
 * Writes the staged rows into their deck: they hold from a given time, or from their own if that is later, and those that
 * they replace end then. What an earlier file said of a later time is gone: this one says it.
 */
export async function replaceRows(
  tx: Transaction,
  { deckId, importId, from }: { deckId: string; importId: string; from: Date },
): Promise<void> {
  const at = template`${from.toISOString()}::timestamptz`;
  await tx.db.execute(template`
    delete from rate_rows where deck_id = ${deckId}::uuid and valid_from > ${at}`);
  await tx.db.execute(template`
    update rate_rows set valid_until = null, ended_by = null where deck_id = ${deckId}::uuid and valid_until > ${at}`);
  await tx.db.execute(template`
    update rate_rows r set valid_until = greatest(${at}, f.holds_from), ended_by = ${importId}::uuid
    from file_changes c left join file_rows f on f.prefix = c.prefix
    where r.deck_id = ${deckId}::uuid and r.prefix = c.prefix and c.kind <> 'new'
      and r.valid_from <= ${at} and r.valid_until is null`);
  await tx.db.execute(template`
    insert into rate_rows (deck_id, prefix, name, rate, fee, first_interval, next_interval, country, network, blocked,
      valid_from, import_id, said_rate, said_fee)
    select ${deckId}::uuid, f.prefix, f.name, f.rate, f.fee, f.first_interval, f.next_interval, f.country, f.network,
      f.blocked, greatest(${at}, f.holds_from), ${importId}::uuid, f.said_rate, f.said_fee
    from file_rows f join file_changes c on c.prefix = f.prefix`);
  await tx.db.execute(template`
    insert into rate_names as n (deck_id, name, first_prefix, last_prefix)
    select ${deckId}::uuid, f.name, min(f.prefix), max(f.prefix)
    from file_rows f join file_changes c on c.prefix = f.prefix group by f.name order by f.name
    on conflict (deck_id, name) do update set first_prefix = least(n.first_prefix, excluded.first_prefix),
      last_prefix = greatest(n.last_prefix, excluded.last_prefix)`);
  await tx.db.execute(template`
    update rate_decks set longest_prefix = greatest(longest_prefix, (select max(length(prefix)) from file_rows))
    where id = ${deckId}::uuid`);
}
