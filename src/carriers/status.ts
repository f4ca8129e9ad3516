import { sql as template } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import type { CarrierStatus } from './contract.ts';
import { probeAndStore } from './probe.ts';
import { readActive } from './registry.ts';

/** The active carrier, all carriers and their health. A carrier that was never probed is probed now. */
export async function carrierStatus(deps: Deps): Promise<CarrierStatus> {
  const known = await readHealth(deps);
  for (const carrier of deps.carriers.list) {
    if (!known.has(carrier.name)) known.set(carrier.name, (await probeAndStore(deps, carrier)).healthy);
  }
  return {
    activeProvider: await readActive(deps),
    providers: deps.carriers.names,
    health: Object.fromEntries(deps.carriers.names.map((name) => [name, known.get(name) ?? false])),
  };
}

async function readHealth(deps: Deps): Promise<Map<string, boolean>> {
  const rows = await deps.db.execute<{ name: string; healthy: boolean }>(template`
    select name, healthy from provider_health`);
  return new Map(rows.map((row) => [row.name, row.healthy]));
}
