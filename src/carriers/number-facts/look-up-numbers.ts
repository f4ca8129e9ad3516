import { and, eq, isNull, sql as template } from 'drizzle-orm';
import { numberFacts } from '../../../db/schema/index.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import type { Deps } from '../deps.ts';
import type { Carrier } from '../port.ts';
import type { NumberFacts } from '../number-port.ts';
import { factsSince } from './kept.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** A message waits for so long at most; what is said later is kept for the next one. */
const WAIT_MS = 2000;
/** A number of which nothing was said is asked about again after this. */
const AGAIN_AFTER_MS = 600_000;
/** A name of a network is shown to people; longer ones are cut. */
const LONGEST_NAME = 100;

type Asking = Pick<Deps, 'db' | 'clock' | 'carriers' | 'log' | 'config'>;
type Asked = Carrier & Required<Pick<Carrier, 'lookUpNumber'>>;

const looksUp = (carrier: Carrier): carrier is Asked => carrier.lookUpNumber !== undefined;

/** Tells whether any carrier looks numbers up. */
export const isLookingUp = ({ carriers }: Pick<Deps, 'carriers'>): boolean => carriers.list.some(looksUp);

/**
 * Asks a carrier about the numbers of which nothing is known, and keeps what it says. Each number is asked about by one
 * process, at most once in 30 days, and only for an account that could pay for a message. It never rejects: where the
 * carrier does not answer in time, nothing is known.
 * @param numbers E.164; a few only, since each is a question to the carrier
 */
export async function lookUpNumbers(
  deps: Asking,
  { userId, numbers }: { userId: string; numbers: readonly string[] },
): Promise<void> {
  try {
    const carrier = await carrierToAsk(deps);
    if (!carrier) return;
    const claimed = await claim(deps, { carrier: carrier.name, userId, numbers });
    await answerWithin(WAIT_MS, Promise.all(claimed.map((number) => askAndKeep(deps, carrier, number))));
  } catch (error) {
    deps.log.warn({ error }, 'numbers were not looked up in time');
  }
}

/** The first of those that look numbers up and are well. */
async function carrierToAsk({ db, carriers }: Asking): Promise<Asked | undefined> {
  const down = await db.execute<{ name: string }>(template`select name from provider_health where not healthy`);
  return carriers.list.filter(looksUp).find(({ name }) => !down.some((row) => row.name === name));
}

/**
 * Notes the numbers that are asked about now. What was asked about before is left out, as is what is more than the day's
 * number of questions, which several processes may pass by a few.
 */
async function claim(
  { db, clock, config }: Asking,
  { carrier, userId, numbers }: { carrier: string; userId: string; numbers: readonly string[] },
): Promise<string[]> {
  const now = clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const rows = await db.execute<{ number: string }>(template`
    insert into number_facts as f (number, carrier, asked_for, asked_at)
    select n.number, ${carrier}, u.id, ${now.toISOString()}::timestamptz
    from users u, unnest(${template.param([...numbers])}::text[]) as n (number)
    left join number_facts k on k.number = n.number and k.asked_at > ${factsSince(clock)}::timestamptz
      and (k.kind is not null or k.asked_at > ${ago(AGAIN_AFTER_MS)}::timestamptz)
    where u.id = ${userId} and u.status = 'active' and u.credits > 0 and k.number is null
    order by n.number
    limit greatest(0, ${config.numberLookupsPerDay}::integer
      - (select count(*)::integer from number_facts where asked_at > ${ago(DAY_MS)}::timestamptz))
    on conflict (number) do update set carrier = excluded.carrier, asked_for = excluded.asked_for,
      asked_at = excluded.asked_at, kind = null, country = null, network = null, network_name = null, ported = null
      where f.asked_at <= ${factsSince(clock)}::timestamptz
        or (f.kind is null and f.asked_at <= ${ago(AGAIN_AFTER_MS)}::timestamptz)
    returning number`);
  return rows.map(({ number }) => number);
}

async function askAndKeep({ db, log }: Asking, carrier: Asked, number: string): Promise<void> {
  try {
    const facts = await carrier.lookUpNumber(number);
    await db
      .update(numberFacts)
      .set(columnsOf(facts))
      .where(and(eq(numberFacts.number, number), isNull(numberFacts.kind)));
  } catch (error) {
    log.warn({ error, carrier: carrier.name }, 'a carrier did not say what kind of number it is');
  }
}

const columnsOf = ({ kind, country, network, networkName, ported }: NumberFacts) => ({
  kind,
  country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
  network,
  networkName: networkName?.slice(0, LONGEST_NAME) ?? null,
  ported,
});
