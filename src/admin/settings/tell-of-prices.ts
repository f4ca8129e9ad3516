import { sql as template } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import type { Deps } from '../../accounts/deps.ts';
import { dealBySql, FLAT_SMS, flatVoice, heldFlatSql, priceSql } from '../../money/pricing/price-sql.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { writeMails } from '../../platform/mail/write-mail.ts';

interface Payer extends Record<string, unknown> {
  id: string;
  before: string;
  after: string;
}

/** Writes a mail to everybody who is going to pay more for a service: what they pay now, and from when on how much. */
export async function tellOfPrices(
  tx: Transaction,
  { config }: { config: Pick<Deps['config'], 'voiceRateGbp'> },
  { service, holdsFrom }: { service: RatedService; holdsFrom: Date },
): Promise<void> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const then = template`${holdsFrom.toISOString()}::timestamptz`;
  const given = service === 'sms' ? FLAT_SMS : flatVoice(template`${config.voiceRateGbp}::numeric`);
  // The running packages are the same at both times: only the flat prices differ.
  const priceAt = (time: typeof now) => {
    const flat = heldFlatSql({ service, flat: given, now: time });
    const deal = dealBySql({ userId: template`payer.id`, service, flat, now });
    return template`
      select p.rate::numeric(8, 4)::text as rate from (${deal}) deal
      cross join lateral (${priceSql(template`deal`, template`''`, now)}) p`;
  };
  const payers = await tx.db.execute<Payer>(template`
    select payer.id, b.rate as before, a.rate as after
    from users payer cross join lateral (${priceAt(now)}) b cross join lateral (${priceAt(then)}) a
    where payer.role <> 'admin' and payer.status = 'active' and a.rate::numeric > b.rate::numeric`);
  for (const [, alike] of Map.groupBy(payers, ({ before, after }) => `${before} ${after}`)) {
    const [first] = alike;
    if (!first) continue;
    await writeMails(
      tx,
      alike.map(({ id }) => id),
      {
        kind: 'prices_rising',
        prices: [{ subject: service, before: listed(first.before), after: listed(first.after) }],
        holdsFrom: holdsFrom.toISOString(),
      },
    );
  }
}

/** Flat prices are whole pence; a reseller's percentage of one need not be. */
const listed = (rate: string) => ({ price: rate.replace(/00$/, ''), percent: null });
