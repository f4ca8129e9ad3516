import { and, gt, inArray, isNull, or, sql as template } from 'drizzle-orm';
import type { Alarm } from '../../../db/enums.ts';
import { alarms } from '../../../db/schema/index.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../../services/deps.ts';
import { type getStatus as contract, SLOW_SERVICES, type SlowService } from './contract.ts';

/** The alarms that customers feel, and in what. */
export const FELT: Readonly<Record<SlowService['service'], readonly Alarm[]>> = {
  messages: ['messages'],
  calls: ['carriers'],
  numbers: ['carriers'],
  trunks: ['edges'],
  payments: ['wallets', 'rates'],
};

/** A time in which something was wrong; null: it still is. */
interface Span {
  since: Date;
  until: Date | null;
}

/** The services that are slow, since when, and where the past is asked for until when; never why. */
export async function getStatus(
  { db, clock, carriersFor }: Pick<Deps, 'db' | 'clock' | 'carriersFor'>,
  { past }: { past?: 'true' | undefined } = {},
): Promise<ResponseOf<typeof contract>> {
  const isLately = past && gt(alarms.clearedAt, new Date(clock.now().getTime() - DAY_MS));
  const raised = await db
    .select({ alarm: alarms.alarm, subject: alarms.subject, since: alarms.raisedAt, until: alarms.clearedAt })
    .from(alarms)
    .where(and(inArray(alarms.alarm, Object.values(FELT).flat()), or(isNull(alarms.clearedAt), isLately)))
    .orderBy(alarms.raisedAt);
  const down = raised.filter(({ alarm }) => alarm === 'carriers').map(({ subject }) => subject);
  const withNumbers = down.length > 0 ? await carriersOfNumbers(db, down) : [];
  const spansOf = (service: SlowService['service']): Span[] => {
    const causes = raised.filter(({ alarm }) => FELT[service].includes(alarm));
    if (service === 'calls') return together(causes, carriersFor('voice'));
    return service === 'numbers' ? causes.filter(({ subject }) => withNumbers.includes(subject)) : causes;
  };
  return SLOW_SERVICES.flatMap((service) => {
    const spans = spansOf(service);
    const now = spans.find(({ until }) => until === null);
    const over = spans.flatMap(({ since, until }) => (until ? [{ since, until: until.toISOString() }] : []));
    return [...(now ? [{ since: now.since }] : []), ...over].map((span) => ({
      ...{ ...span, service },
      since: span.since.toISOString(),
    }));
  });
}

/** Those of these carriers that somebody's number is at. Every open page asks: one number of each is looked for. */
const carriersOfNumbers = async (db: Deps['db'], names: readonly string[]): Promise<string[]> =>
  (
    await db.execute<{ name: string }>(template`
      select down.name from unnest(${template.param(names)}::text[]) down (name)
      where exists (select from did_numbers n where n.provider = down.name and n.status = 'active')`)
  ).map(({ name }) => name);

/** When all of these were wrong at once: a call goes by the next carrier while there is one. */
function together(causes: readonly (Span & { subject: string })[], names: readonly string[]): Span[] {
  const all = names.flatMap((name) => causes.find(({ subject }) => subject === name) ?? []);
  if (all.length < names.length || all.length === 0) return [];
  const since = new Date(Math.max(...all.map((each) => each.since.getTime())));
  const ends = all.flatMap(({ until }) => until?.getTime() ?? []);
  const until = ends.length > 0 ? new Date(Math.min(...ends)) : null;
  return until && until <= since ? [] : [{ since, until }];
}
