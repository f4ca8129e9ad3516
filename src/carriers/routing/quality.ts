import { sql as template, type SQL } from 'drizzle-orm';
import { type Calling, audit } from '../../callers/audit.ts';
import { transact } from '../../platform/events/transact.ts';
import { type FileAnswer, csvFile } from '../../platform/kit/answer.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import type { getQuality, Quality } from '../contract.ts';
import type { Deps } from '../deps.ts';

type Asked = QueryOf<typeof getQuality>;
type Measures = Omit<Quality['days'][number], 'day'>;

/** Sums of `route_days d`; averages are of answered calls, or of those that rang. */
const MEASURES = template`sum(d.tries)::integer as tries, sum(d.reached)::integer as reached,
  round(sum(d.reached)::numeric / greatest(1, sum(d.tries)), 4)::double precision as share,
  round(sum(d.seconds)::numeric / nullif(sum(d.reached), 0), 1)::double precision as seconds,
  round(sum(d.waited)::numeric / nullif(sum(d.reached), 0), 1)::double precision as waited,
  round(sum(d.ring_ms)::numeric / 1000 / nullif(sum(d.rings), 0), 1)::double precision as ring`;
const NONE: Measures = { tries: 0, reached: 0, share: 0, seconds: null, waited: null, ring: null };

function daysOf({ days }: Asked, now: Date): string[] {
  return Array.from({ length: days }, (_, ago) =>
    new Date(now.getTime() - (days - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
  );
}

const inPeriod = ({ service, carrier }: Asked, from: string | undefined): SQL => template`
  from route_days d where d.day >= ${from}::date and d.service = ${service}
    and ${carrier ? template`d.carrier = ${carrier}` : template`true`}`;

/** How well carriers reach destinations: two sums over the days of a period. */
export async function readQuality({ db, clock }: Pick<Deps, 'db' | 'clock'>, asked: Asked): Promise<Quality> {
  const days = daysOf(asked, clock.now());
  const [from] = days;
  const byDay = await db.execute<{ day: string } & Measures>(template`
    select d.day::text as day, ${MEASURES} ${inPeriod(asked, from)} group by d.day`);
  const routes = await db.execute<{ carrier: string; prefix: string } & Measures>(template`
    select d.carrier, d.prefix, ${MEASURES} ${inPeriod(asked, from)}
    group by d.carrier, d.prefix order by tries desc, d.carrier, d.prefix limit 200`);
  const carriers = await db.execute<{ carrier: string }>(template`
    select distinct d.carrier ${inPeriod({ ...asked, carrier: undefined }, from)} order by 1 limit 100`);
  return {
    days: days.map((day) => byDay.find((each) => each.day === day) ?? { day, ...NONE }),
    routes: [...routes],
    carriers: carriers.map(({ carrier }) => carrier),
  };
}

const COLUMNS = ['tries', 'reached', 'share', 'seconds', 'waited', 'ring'] as const;

/** The same day by day, as fast as the client takes it. */
export async function exportQuality({ deps, actor }: Calling<Deps>, asked: Asked): Promise<FileAnswer> {
  await transact(deps, (tx) => audit(tx, actor, 'quality.exported', { detail: asked }));
  const days = daysOf(asked, deps.clock.now());
  const name = `quality-${asked.service}-${days[0]}-${days.at(-1)}`;
  return csvFile(name, ['day', 'carrier', 'prefix', ...COLUMNS], linesOf(deps, asked, days));
}

async function* linesOf(
  deps: Pick<Deps, 'db' | 'sql' | 'replica'>,
  asked: Asked,
  days: readonly string[],
): AsyncGenerator<string[][]> {
  for (const day of days) {
    const rows = await deps.replica.read(deps, ({ db }) =>
      db.execute<{ carrier: string; prefix: string } & Measures>(template`
      select d.carrier, d.prefix, ${MEASURES} ${inPeriod(asked, day)} and d.day = ${day}::date
      group by d.carrier, d.prefix order by 1, 2`),
    );
    yield rows.map((row) => [day, row.carrier, row.prefix, ...COLUMNS.map((name) => String(row[name] ?? ''))]);
  }
}
