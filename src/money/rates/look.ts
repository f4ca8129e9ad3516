import { eq } from 'drizzle-orm';
import { type PriceSource, type RATE_DOUBTS, RATE_IDS } from '../../../db/enums.ts';
import { coinRates } from '../../../db/schema/index.ts';
import { createAsk } from '../chain/ask.ts';
import type { Deps } from '../deps.ts';
import { readSpread } from './current.ts';
import { differInTheMiddle, differs, isWithin, medianOf, rateAt } from './decimals.ts';
import { EXCHANGES } from './exchanges.ts';
import type { AskExchange, RateId, SourceName } from './port.ts';

/** How often the exchanges are asked. */
export const LOOK_AT_RATES_MS = 30_000;

/** A market moves less than this between two requests; a larger move is probably somebody's error. */
const JUMP_PERCENT = 10;
/** Exchanges differ by less than this; two that differ by more say nothing. */
const DIFFER_PERCENT = 3;

/**
 * Asks the exchanges for the coins' prices, and stores the median. If one fails, the others still count. What cannot be
 * believed changes no price, and stops quotes.
 */
export async function lookAtRates(deps: Deps): Promise<void> {
  if (deps.config.rateSettings.sources.length === 0) return;
  await Promise.all(RATE_IDS.map((coin) => lookAt(deps, coin)));
}

async function lookAt(deps: Deps, coin: RateId): Promise<void> {
  const { sources: names } = deps.config.rateSettings;
  const found = await Promise.all(names.map((name) => priceAt(deps, name, coin)));
  const sources = found.filter((each) => each !== null);
  if (sources.length === 0) return;
  const now = deps.clock.now();
  const price = medianOf(sources.map((each) => each.price));
  const [before] = await deps.db.select().from(coinRates).where(eq(coinRates.id, coin));
  const isAlone = before !== undefined && isAloneInJump(names, sources, { before: before.price, price });
  const doubt = isAlone ? 'sources_differ' : doubtOf(deps, coin, { price, sources });
  if (doubt) {
    deps.log.warn({ coin, price, sources, doubt }, 'what exchanges say of a coin’s price is not believed');
    // Before the first price that is believed the coin has none, and is not offered.
    await deps.db.update(coinRates).set({ sources, doubt }).where(eq(coinRates.id, coin));
    return;
  }
  const jumped = before && differs(before.price, price, JUMP_PERCENT) ? { jumpedAt: now } : {};
  const spread = await readSpread(deps.db, deps.config.rateSettings, now);
  const seen = { price, rate: rateAt(price, spread), sources, checkedAt: now, doubt: null, ...jumped };
  await deps.db
    .insert(coinRates)
    .values({ id: coin, ...seen })
    .onConflictDoUpdate({ target: coinRates.id, set: seen });
}

type Sources = readonly { price: string }[];

function doubtOf(
  { config }: Pick<Deps, 'config'>,
  coin: RateId,
  { price, sources }: { price: string; sources: Sources },
): (typeof RATE_DOUBTS)[number] | null {
  const prices = sources.map((each) => each.price);
  if (differInTheMiddle(prices, DIFFER_PERCENT)) return 'sources_differ';
  return isWithin(price, config.rateSettings.bands[coin]) ? null : 'outside_band';
}

/** One of several exchanges that answers alone may be wrong: a jump counts once a second one confirms it. */
const isAloneInJump = (
  names: readonly string[],
  sources: Sources,
  { before, price }: { before: string; price: string },
): boolean => names.length > 1 && sources.length === 1 && differs(before, price, JUMP_PERCENT);

/** The price of a coin at an exchange; null if it does not say. */
export async function priceAt(
  { config, clock, log }: Deps,
  source: SourceName,
  coin: RateId,
): Promise<(PriceSource & { price: string }) | null> {
  const exchange = EXCHANGES[source];
  const address = config.rateSettings.addresses[source] ?? exchange.address;
  const ask: AskExchange = (path, answer) => createAsk(address.replace(/\/+$/, '') + path)({ path: '', answer });
  return exchange.priceOf(ask, coin, clock.now()).then(
    (price) => ({ source, price }),
    (error: unknown) => {
      log.warn({ error, source, coin }, 'an exchange did not say what a coin costs');
      return null;
    },
  );
}
