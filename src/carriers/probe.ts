import { sql as template } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import { type Carrier, type Health, HEALTH_TIMEOUT_MS } from './port.ts';
import { failingTraffic } from './traffic.ts';

/** Asks a carrier whether it is healthy. No answer in time counts as down. */
async function probe(carrier: Carrier): Promise<Health> {
  const { promise: late, resolve } = Promise.withResolvers<Health>();
  const timer = setTimeout(() => resolve({ healthy: false, detail: 'no answer' }), HEALTH_TIMEOUT_MS);
  const asked = carrier
    .health()
    .catch((error: unknown) => ({ healthy: false, detail: error instanceof Error ? error.message : 'failed' }));
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/**
 * Probes a carrier, and stores the answer as its newest and in its history. A carrier that says it is healthy
 * while real traffic fails counts as unhealthy.
 */
export async function probeAndStore(deps: Pick<Deps, 'db' | 'sql' | 'clock'>, carrier: Carrier): Promise<Health> {
  const begun = performance.now();
  const answer = await probe(carrier);
  const latency = Math.round(performance.now() - begun);
  const failing = answer.healthy ? await failingTraffic(deps, carrier.name) : null;
  const { healthy, detail } = failing === null ? answer : { healthy: false, detail: failing };
  const at = deps.clock.now().toISOString();
  await deps.db.execute(template`
    with kept as (
      insert into provider_probes (name, at, healthy, latency_ms)
      values (${carrier.name}, ${at}::timestamptz, ${healthy}, ${latency})
      on conflict do nothing
    )
    insert into provider_health as h (name, healthy, detail, checked_at, healthy_since)
    values (${carrier.name}, ${healthy}, ${detail}, ${at}::timestamptz,
      case when ${healthy} then ${at}::timestamptz end)
    on conflict (name) do update
    set healthy = excluded.healthy, detail = excluded.detail, checked_at = excluded.checked_at,
      healthy_since = case when excluded.healthy then coalesce(h.healthy_since, excluded.healthy_since) end`);
  return { healthy, detail };
}
