import { sql as template } from 'drizzle-orm';
import type { PricedSubject, RatedService } from '../../../db/enums.ts';
import type { Deps } from '../../services/deps.ts';
import { termsBySql, FLAT_SMS, flatVoice, heldFlatSql, priceSql } from '../../money/pricing/price-sql.ts';
import { findPayers } from '../../money/decks/price-increases/find-payers.ts';
import { FLAT_TERMS, readListedDecks } from '../../money/decks/price-increases/selling.ts';
import { notifyPayers, usedLatelySql } from '../../money/decks/price-increases/notify-payers.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { writeMails } from '../../platform/mail/write-mail.ts';

/** Somebody who is going to pay more, in pounds. */
interface Payer {
  id: string;
  before: string | null;
  after: string | null;
}

/**
 * Writes a mail to everybody who used a service lately and is going to pay more for it: what they pay now, and from when
 * on how much.
 */
export async function notifyOfPrices(
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
    const terms = termsBySql({ userId: template`payer.id`, service, flat, now });
    return template`
      select p.rate::numeric(8, 4)::text as rate from (${terms}) terms
      cross join lateral (${priceSql(template`terms`, template`''`, now)}) p where p.sold`;
  };
  const payers = await tx.db.execute<Payer & Record<string, unknown>>(template`
    select payer.id, b.rate as before, a.rate as after
    from users payer cross join lateral (${priceAt(now)}) b cross join lateral (${priceAt(then)}) a
    where payer.role <> 'admin' and payer.status = 'active' and a.rate::numeric > b.rate::numeric
      and ${usedLatelySql(service, template`payer.id`, tx.now)}`);
  await tellPayers(tx, payers, { subject: service, holdsFrom });
  if ((await readListedDecks(tx, service)).length === 0) return;
  // Customers who pay by the deck of a reseller pay more where that reseller does, which has no figure for all.
  const terms = { before: { ...FLAT_TERMS, at: tx.now }, after: { ...FLAT_TERMS, at: holdsFrom } };
  await notifyPayers(tx, await findPayers(tx, { config }, { service, ...terms }), { service, holdsFrom });
}

/** Writes a mail to each: what they pay now, and from when on how much. */
export async function tellPayers(
  tx: Transaction,
  payers: readonly Payer[],
  { holdsFrom, ...of }: { subject: PricedSubject | 'received' | 'mms'; country?: string; holdsFrom: Date },
): Promise<void> {
  for (const [, alike] of Map.groupBy(payers, ({ before, after }) => `${before} ${after}`)) {
    const [first] = alike;
    if (!first) continue;
    const prices = [{ ...of, before: listed(first.before), after: listed(first.after) }];
    const ids = alike.map(({ id }) => id);
    await writeMails(tx, ids, { kind: 'prices_rising', prices, holdsFrom: holdsFrom.toISOString() });
  }
}

/** Flat prices are whole pence; a reseller's percentage of one need not be. */
const listed = (rate: string | null) => ({ price: rate?.replace(/(\.\d\d)00$/, '$1') ?? null, percent: null });
