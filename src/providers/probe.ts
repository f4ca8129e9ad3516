import type { Deps } from '../deps.ts';
import { type Carrier, type Health, HEALTH_TIMEOUT_MS } from './port.ts';

/** Asks a carrier how it is. No answer in time is an answer. */
async function probe(carrier: Carrier): Promise<Health> {
  const { promise: late, resolve } = Promise.withResolvers<Health>();
  const timer = setTimeout(() => resolve({ healthy: false, detail: 'no answer' }), HEALTH_TIMEOUT_MS);
  const asked = carrier.health().catch((error: unknown) => ({
    healthy: false,
    detail: error instanceof Error ? error.message : 'failed',
  }));
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** Asks a carrier how it is, and keeps the answer as its newest. */
export async function probeAndStore(deps: Pick<Deps, 'sql' | 'clock'>, carrier: Carrier): Promise<Health> {
  const health = await probe(carrier);
  await deps.sql`
    insert into provider_health (name, healthy, detail, checked_at)
    values (${carrier.name}, ${health.healthy}, ${health.detail},
      ${deps.clock.now().toISOString()}::timestamptz)
    on conflict (name) do update
    set healthy = excluded.healthy, detail = excluded.detail, checked_at = excluded.checked_at`;
  return health;
}
