import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import { didNumbers, users } from '../../../db/schema/index.ts';
import { readTariffs } from '../../money/pricing/read-tariff.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { writeMails } from '../../platform/mail/write-mail.ts';
import { priceFor, readNumberPrices } from '../../services/numbers/price.ts';
import { lapsedBefore } from '../../services/numbers/renewal/expiry.ts';

/**
 * Writes a mail to everybody who has a number of a country, whose month is going to cost them more: what it costs now,
 * and from when on how much. Each owner is told of the price at which they will renew.
 */
export async function notifyOfNumbers(
  tx: Transaction,
  { countryCode, holdsFrom }: { countryCode: string; holdsFrom: Date },
): Promise<void> {
  const owners = tx.db
    .select({ id: didNumbers.userId })
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.countryCode, countryCode),
        ne(didNumbers.status, 'reserved'),
        gt(didNumbers.expiresAt, lapsedBefore(tx.now)),
      ),
    );
  const now = (await readNumberPrices(tx.db, tx.now)).of(countryCode);
  const then = (await readNumberPrices(tx.db, holdsFrom)).of(countryCode);
  const tariffs = await readTariffs(tx.db, and(inArray(users.id, owners), eq(users.status, 'active')));
  const payers = tariffs.flatMap((owner) => {
    // The running packages are the same at both times: only the standard price differs.
    const [before, after] = [priceFor(now, owner, tx.now), priceFor(then, owner, tx.now)];
    return after > before ? [{ id: owner.id, before: formatMoney(before), after: formatMoney(after) }] : [];
  });
  for (const [, alike] of Map.groupBy(payers, ({ before, after }) => `${before} ${after}`)) {
    const [first] = alike;
    if (!first) continue;
    const price = (pounds: string) => ({ price: pounds, percent: null });
    await writeMails(
      tx,
      alike.map(({ id }) => id),
      {
        kind: 'prices_rising',
        prices: [
          { subject: 'number', country: countryCode, before: price(first.before), after: price(first.after) },
        ],
        holdsFrom: holdsFrom.toISOString(),
      },
    );
  }
}
