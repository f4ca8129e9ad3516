import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { type Money, fromUnits } from '../../platform/kit/money.ts';
import type { CarrierPrice } from '../port.ts';
import { knownRates } from './currency-rates.ts';
import { pricedLater } from '../registry.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** Pauses before each question, in minutes: after the last one the carrier is not asked again. */
const PAUSES = [1, 5, 15, 60, 240, 720, 1440, 2880];
/** While one process asks, no other process does. */
const ASKING_MS = 5 * MINUTE_MS;
/** How many are asked in one step. */
const AT_ONCE = 50;

/** How often the program looks for prices that are due. */
export const ASK_PRICES_MS = 15_000;

/**
 * The statement that stores what to ask for later, and what carriers have said in another currency than pounds.
 * It can be part of a `with`.
 * @param units a query with the columns `unit_id`, `message_id`, `carrier`, `carrier_unit_id`, `said_price` and
 * `said_currency`, which are null if the carrier said nothing
 */
export const askLaterSql = (service: RatedService, units: SQL, now: SQL): SQL => template`
  insert into carrier_prices (service, unit_id, message_id, carrier, carrier_unit_id, price, currency, due_at)
  select ${template.raw(`'${service}'`)}, q.unit_id, q.message_id, q.carrier, q.carrier_unit_id, q.said_price,
    q.said_currency, ${now} + case when q.said_price is null then interval '1 minute' else interval '0' end
  from (${units}) q
  where (q.said_price is not null or ${isPricedLaterSql(service)})
    and q.carrier_unit_id <> ''
  on conflict do nothing`;

/** The same as `isPricedLaterSql`: most carriers need no statement. */
export const isPricedLater = (service: RatedService, carrier: string | null): boolean =>
  pricedLater(service).some((name) => carrier === name || carrier?.startsWith(`${name}-`));

/** The adapter's name is the first part of the name of an account that an administrator made. */
const isPricedLaterSql = (service: RatedService): SQL => template`exists (
    select from unnest(string_to_array('${template.raw(pricedLater(service).join(','))}', ',')) as later (name)
    where q.carrier = later.name or q.carrier like later.name || '-%')`;

/** A message or call whose price is due to be asked for. */
export interface PriceQuestion extends Record<string, unknown> {
  unit_id: string;
  message_id: string | null;
  carrier: string;
  carrier_unit_id: string;
  asked: number;
  /** The price that it has given so far, in its own currency; null if none. */
  price: string | null;
  currency: string | null;
}

interface Asking {
  service: RatedService;
  /** Asks the carrier, unless it has no more to say; null if it does not know yet, undefined if it cannot be asked at all. */
  ask: (question: PriceQuestion) => Promise<CarrierPrice | null> | undefined;
  /** Stores the price in pounds with the message or the call, in a transaction. */
  take: (tx: Transaction, question: PriceQuestion, pounds: Money) => Promise<void>;
}

/** Asks the carriers for the prices that are due, and stores their answers. */
export async function askPrices(deps: Deps, asking: Asking): Promise<void> {
  for (;;) {
    const due = await claimDue(deps, asking.service);
    for (const question of due) await askOne(deps, asking, question);
    if (due.length < AT_ONCE) return;
  }
}

async function claimDue({ db, clock }: Deps, service: RatedService): Promise<PriceQuestion[]> {
  const now = clock.now();
  return db.execute<PriceQuestion>(template`
    with due as (
      select service, unit_id from carrier_prices
      where service = ${service} and due_at <= ${now.toISOString()}::timestamptz
      order by due_at limit ${AT_ONCE}::integer for update skip locked
    )
    update carrier_prices p set due_at = ${new Date(now.getTime() + ASKING_MS).toISOString()}::timestamptz,
      asked = p.asked + 1
    from due
    where p.service = due.service and p.unit_id = due.unit_id
    returning p.unit_id, p.message_id, p.carrier, p.carrier_unit_id, p.asked, p.price, p.currency`);
}

async function askOne(deps: Deps, { service, ask, take }: Asking, question: PriceQuestion): Promise<void> {
  const { carrier, unit_id: unit } = question;
  const price = await answerOf(deps, ask, question);
  const isSound = price && isPrice(price);
  if (price && !isSound) deps.log.warn({ carrier, unit }, 'a carrier said a price that cannot be one');
  await transact(deps, async (tx) => {
    const rate = isSound ? (await knownRates(tx.db, deps)).get(price.currency) : undefined;
    const pounds = isSound && rate !== undefined ? toPounds(price, rate) : null;
    if (isSound && pounds === null) {
      deps.log.warn({ carrier, unit, ...price }, 'what a carrier charged is not known in pounds');
    }
    await tx.db.execute(template`
      update carrier_prices set due_at = ${pounds === null ? nextAt(tx.now, question.asked) : null}::timestamptz,
        price = ${isSound ? price.amount : null}, currency = ${isSound ? price.currency : null},
        rate = ${pounds === null ? null : (rate ?? null)},
        said_at = ${isSound ? tx.now.toISOString() : null}::timestamptz
      where service = ${service} and unit_id = ${unit}::uuid`);
    if (pounds !== null) await take(tx, question, pounds);
  });
}

/** The carrier's answer; null if it cannot be understood. */
async function answerOf({ log }: Deps, ask: Asking['ask'], question: PriceQuestion): Promise<CarrierPrice | null> {
  try {
    return (await ask(question)) ?? null;
  } catch (error) {
    log.warn({ error, carrier: question.carrier }, 'a carrier did not say what it charged');
    return null;
  }
}

/** When to ask again after this many questions; null: never. */
function nextAt(now: Date, asked: number): string | null {
  const minutes = PAUSES[asked];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
}

/** A price of a message or a call above this is a carrier's mistake. In 1/10,000 pound. */
const MOST = 1000n * 10_000n;
/** More digits than any price or rate has. */
const DECIMAL = /^\d{1,9}(?:\.\d{1,12})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Tells whether a carrier's answer can be a price: a decimal number that is not negative, and a currency. */
const isPrice = ({ amount, currency }: CarrierPrice): boolean => DECIMAL.test(amount) && CURRENCY.test(currency);

/**
 * A carrier's price in pounds, computed exactly and rounded up once to 1/10,000 pound; null if it cannot be a price.
 * @param rate pounds for one of the price's currency, a decimal string
 */
export function toPounds(price: CarrierPrice, rate: string): Money | null {
  if (!isPrice(price) || !DECIMAL.test(rate)) return null;
  const [one, other] = [digitsOf(price.amount), digitsOf(rate)];
  const scale = 10n ** BigInt(one.places + other.places);
  const units = (one.digits * other.digits * 10_000n + scale - 1n) / scale;
  return units > MOST ? null : fromUnits(units);
}

/** A decimal number as its digits, and how many of them follow the point. */
function digitsOf(text: string): { digits: bigint; places: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}
