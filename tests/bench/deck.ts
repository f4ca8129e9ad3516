import { sql as template } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';

const DECK = '019a0000-0000-7000-8000-0000000000de';

/** Makes a price list of 200,000 prefixes that no account uses yet; one prefix matches the bench's numbers. */
export async function makeBenchDeck({ db }: Connection): Promise<void> {
  await db.execute(template`
    insert into rate_decks (id, name, kind, service, longest_prefix, created_at)
    values (${DECK}::uuid, 'Bench', 'sell', 'sms', 8, now())`);
  await db.execute(template`
    insert into rate_rows (deck_id, prefix, name, rate, valid_from, import_id)
    select ${DECK}::uuid, prefix, 'Destination ' || prefix, 0.03, now() - interval '1 day', ${DECK}::uuid
    from (select (44770099 - 199998 + n)::text as prefix from generate_series(0, 199998) n union select '44') p`);
  await db.execute(template`analyze rate_rows`);
}

/** Sells messages at the prices of that list, or at the flat price again. */
export async function sellByBenchDeck({ db }: Connection, isUsed: boolean): Promise<void> {
  await db.execute(
    isUsed
      ? template`insert into rate_uses (service, deck_id, used_since) values ('sms', ${DECK}::uuid, now())`
      : template`delete from rate_uses`,
  );
}
