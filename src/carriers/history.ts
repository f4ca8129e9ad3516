import { sql as template } from 'drizzle-orm';
import type { Calling } from '../callers/audit.ts';
import { carrierBalances } from '../../db/schema/index.ts';
import type { Deps } from './deps.ts';
import { HISTORY, type CarrierHealthHistory } from './contract.ts';
import { readRouteHealth } from './sip/route-health.ts';
import { HOUR_MS } from '../platform/kit/durations.ts';

const SHOWN_MS = HISTORY.hours * HOUR_MS;
const SLICE = `${HISTORY.sliceMinutes} minutes`;

type SliceRow = {
  name: string;
  at: string;
  probes: number;
  healthy: number;
  latency: number;
  sends: number;
  failures: number;
};

type HealthRow = { name: string; healthy: boolean; detail: string | null; checked_at: string };

/** The health of each carrier in the last hours. */
export async function carrierHistory({ deps, actor }: Calling<Deps>): Promise<CarrierHealthHistory[]> {
  const [newest, slices, balances, routes] = await Promise.all([
    deps.db.execute<HealthRow>(template`select name, healthy, detail,
      to_char(checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as checked_at from provider_health`),
    selectSlices(deps),
    actor.role === 'admin' ? deps.db.select().from(carrierBalances) : [],
    actor.role === 'admin' ? readRouteHealth(deps) : new Map<string, never>(),
  ]);
  return deps.carriers.names.map((provider) => {
    const health = newest.find(({ name }) => name === provider);
    return {
      provider,
      healthy: health?.healthy ?? false,
      detail: actor.role === 'admin' ? (health?.detail ?? null) : null,
      checkedAt: health?.checked_at ?? null,
      balance: presentBalance(balances.find(({ name }) => name === provider)),
      sip: routes.get(provider) ?? null,
      slices: slices
        .filter(({ name }) => name === provider)
        .map(({ name: _name, latency: latencyMs, ...slice }) => ({
          ...{ ...slice, latencyMs },
          ...(actor.role !== 'admin' && { sends: null, failures: null }),
        })),
    };
  });
}

const presentBalance = (row: typeof carrierBalances.$inferSelect | undefined): CarrierHealthHistory['balance'] =>
  row ? { amount: row.amount, currency: row.currency, isLow: row.isLow, saidAt: row.saidAt.toISOString() } : null;

function selectSlices(deps: Deps): Promise<SliceRow[]> {
  const since = new Date(deps.clock.now().getTime() - SHOWN_MS).toISOString();
  return deps.db.execute<SliceRow>(template`
    with probes as (
      select name, date_bin(${SLICE}::interval, at, 'epoch') as slice, count(*)::integer as probes,
        count(*) filter (where healthy)::integer as healthy, avg(latency_ms)::integer as latency
      from provider_probes where at > ${since}::timestamptz group by 1, 2
    ),
    traffic as (
      select name, date_bin(${SLICE}::interval, at, 'epoch') as slice, sum(sends - retried)::integer as sends,
        sum(failures - failures_retried)::integer as failures
      from provider_traffic where at > ${since}::timestamptz group by 1, 2
    )
    select p.name, to_char(p.slice at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, p.probes, p.healthy,
      p.latency, coalesce(t.sends, 0) as sends, coalesce(t.failures, 0) as failures
    from probes p left join traffic t on t.name = p.name and t.slice = p.slice
    order by p.name, p.slice`);
}
