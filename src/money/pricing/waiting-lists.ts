import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import { LISTED } from './price-sql.ts';

/**
 * The prices that resellers have set for a service, with those that they have announced: they hold when a
 * change comes which was announced later.
 */
export function waitingListsSql(service: RatedService): SQL {
  const { price, percent, deck } = LISTED[service];
  const held = (column: SQL, announced: string) =>
    template`case when r.user_id is null then l.${column} else r.${template.raw(announced)} end as ${column}`;
  return template`(
    select l.user_id, ${held(price, 'price')}, ${held(percent, 'percent')}, ${held(deck, 'deck_id')}
    from price_lists l left join price_raises r on r.user_id = l.user_id and r.subject = ${service})`;
}
