import { audit } from '../callers/audit.ts';
import type { Deps } from './deps.ts';
import { transact } from '../platform/events/transact.ts';
import { probeAndStore } from './probe.ts';
import { readActive } from './registry.ts';
import { activate, lockActive } from './switch.ts';
import { failingTraffic } from './traffic.ts';

export const PROBE_MS = 30_000;

/**
 * Probes every carrier and, where the active one is down, lets the next healthy one take over. Processes
 * share the work: who finds the probes of another still fresh leaves it at that.
 */
export async function watchCarriers(deps: Deps): Promise<void> {
  if (await probedByAnother(deps)) return;
  await checkCarriers(deps);
}

/** What was found out so lately need not be found out again. */
const JUDGED_LATELY_MS = 5000;

/**
 * Looks at how real traffic fares with the active carrier, after some of it failed, and fails over
 * without waiting for the next probe where too much does.
 */
export async function judgeTraffic(deps: Deps): Promise<void> {
  const active = await readActive(deps);
  if ((await failingTraffic(deps, active)) === null) return;
  const since = new Date(deps.clock.now().getTime() - JUDGED_LATELY_MS).toISOString();
  const judged = await deps.sql`
    select name from provider_health
    where name = ${active} and not healthy and checked_at > ${since}::timestamptz`;
  if (judged.length === 0) await checkCarriers(deps);
}

/** Probes every carrier now, and fails over where that is called for. */
export async function checkCarriers(deps: Deps): Promise<void> {
  const probes = await Promise.all(
    deps.carriers.list.map(async (carrier) => {
      const { healthy } = await probeAndStore(deps, carrier);
      return { name: carrier.name, healthy };
    }),
  );
  const healthy = new Set(probes.filter((probe) => probe.healthy).map((probe) => probe.name));
  if (!healthy.has(await readActive(deps))) await failOver(deps, healthy);
}

/**
 * Changes to the next healthy carrier after the active one, in the order of the list. An active carrier
 * that is not configured any more counts as down.
 */
async function failOver(deps: Deps, healthy: ReadonlySet<string>): Promise<void> {
  await transact(deps, async (tx) => {
    const from = await lockActive(tx);
    if (healthy.has(from)) return;
    const { names } = deps.carriers;
    const place = names.indexOf(from);
    const to = [...names.slice(place + 1), ...names.slice(0, place + 1)].find((name) => healthy.has(name));
    if (!to) {
      deps.log.error({ active: from }, 'no carrier is healthy');
      return;
    }
    await activate(tx, from, to, 'failover');
    await audit(tx, {
      actorId: null,
      action: 'provider.failed_over',
      subject: to,
      detail: { from, to },
    });
    // Messages that the failed carrier turned away need not wait for the end of their pause.
    tx.afterCommit(() => deps.signals.smsQueued.fire());
  });
}

async function probedByAnother(deps: Deps): Promise<boolean> {
  const since = new Date(deps.clock.now().getTime() - PROBE_MS * 0.7).toISOString();
  const [row] = await deps.sql<{ fresh: number }[]>`
    select count(*)::int as fresh from provider_health
    where checked_at > ${since}::timestamptz and name in ${deps.sql(deps.carriers.names)}`;
  return row?.fresh === deps.carriers.list.length;
}
