import { gt, sql as template } from 'drizzle-orm';
import { carrierBalances } from '../../../db/schema/index.ts';
import { ASK_BALANCES_MS } from '../../carriers/prices/ask-balances.ts';
import { figureRowsSql } from '../../money/figures/figure-rows.ts';
import type { Deps } from '../../services/deps.ts';
import { isDue, keepReading, readKnown } from './keep-reading.ts';

const BEGINNING = '2000-01-01';
/** A carrier may have charged so much more than the books know, in per cent and in its own currency. */
const MORE_PERCENT = 10;
const MORE = 5;

/**
 * Compares what our credit at the carriers fell by with what their messages, calls and numbers cost by the books. Credit
 * that rose, or fell by less, was paid in or charged less than expected: that is shown and raises no alarm.
 */
export async function compareCarriers(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const fresh = new Date(now.getTime() - 3 * ASK_BALANCES_MS);
  const rows = await db.select().from(carrierBalances).where(gt(carrierBalances.saidAt, fresh));
  const rates = await deps.knownRates(db);
  const known = await readKnown(
    deps,
    'carrier',
    rows.map(({ name }) => name),
  );
  for (const { name, amount, currency } of rows) {
    const subject = { subject: name, unit: currency };
    const before = known(subject);
    const rate = rates.get(currency);
    if (rate === undefined || !isDue(before, now)) continue;
    const today = now.toISOString().slice(0, 10);
    const spent = figureRowsSql({ by: 'carrier', key: name, from: BEGINNING, to: today });
    const [found] = await db.execute<Record<'cost' | 'charged' | 'paidIn' | 'difference', string>>(template`
      select cost::text as cost, round(due, 4)::text as charged,
        (case when over < -allowed then round(-over, 4) else 0 end)::text as "paidIn",
        (case when over > allowed then round(-over, 4) else 0 end)::text as difference
      from (select coalesce(sum(cost), 0) as cost from (${spent}) s) spent,
      lateral (select (cost - ${before.base?.parts['cost'] ?? null}::numeric) / ${rate}::numeric as since) known,
      lateral (select coalesce(since, 0) as due, coalesce(${before.base?.said ?? null}::numeric - ${amount}::numeric
        - since, 0) as over) fall,
      lateral (select greatest(${MORE}::numeric, due * ${MORE_PERCENT}::numeric / 100) as allowed) most`);
    if (!found) continue;
    const { difference, ...parts } = found;
    const read = { ...subject, kind: 'carrier', isOwnAddress: false, block: null, mark: null } as const;
    await keepReading(deps, before, { ...read, said: amount, parts, difference });
  }
}
