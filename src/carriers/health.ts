import { eq, sql as template } from 'drizzle-orm';
import { carrierHealth } from '../../db/schema/index.ts';
import { audit } from '../callers/audit.ts';
import type { Deps } from './deps.ts';
import { transact, type Transaction } from '../platform/events/transact.ts';
import { probeAndStore } from './probe.ts';
import { readActive } from './registry.ts';
import { activate, lockActive, lockState } from './switch.ts';
import { beginWithFew, suspectTraffic } from './traffic.ts';
import { MINUTE_MS } from '../platform/kit/durations.ts';

export const PROBE_MS = 30_000;

/**
 * Probes every carrier. If the active one is down, the next healthy one replaces it. Processes share the
 * work: a process that finds fresh probes of another process makes none.
 */
export async function watchCarriers(deps: Deps): Promise<void> {
  if (await probedByAnother(deps)) return;
  await checkCarriers(deps);
}

/** A probe that is newer than this is not repeated. */
const JUDGED_LATELY_MS = 5000;

/**
 * Checks the real traffic of carriers after some of it has failed. If too much fails, it probes the carriers
 * at once. Failures of several customers, or no answer for many numbers, are enough proof. If only one customer was
 * refused, the carrier is asked, and its answer counts.
 */
export async function judgeTraffic(deps: Deps, failed: Iterable<string>): Promise<void> {
  for (const name of new Set(failed)) {
    if (await isToBeAsked(deps, name)) return checkCarriers(deps);
  }
}

async function isToBeAsked(deps: Deps, carrier: string): Promise<boolean> {
  const suspicion = await suspectTraffic(deps, carrier);
  if (suspicion === null) return false;
  const since = new Date(deps.clock.now().getTime() - JUDGED_LATELY_MS).toISOString();
  const judged = await deps.db.execute(template`
    select name from provider_health
    where name = ${carrier} and not (healthy and ${suspicion.proven})
      and checked_at > ${since}::timestamptz`);
  return judged.length === 0;
}

/** Probes every carrier now. If the active one is down, the next healthy one replaces it. */
export async function checkCarriers(deps: Deps): Promise<void> {
  const probes = await Promise.all(
    deps.carriers.list.map(async (carrier) => {
      const { healthy } = await probeAndStore(deps, carrier);
      return { name: carrier.name, healthy };
    }),
  );
  const healthy = new Set(probes.filter((probe) => probe.healthy).map((probe) => probe.name));
  if (!healthy.has(await readActive(deps))) await failOver(deps, healthy);
  else if (deps.config.carrierFailBack) await goBack(deps);
}

/** For how long the preferred carrier must have been healthy before it becomes active again. */
const WELL_FOR_MS = 5 * MINUTE_MS;

/**
 * After an automatic failover, makes the earlier carrier active again once it has been healthy for long
 * enough. A carrier that an administrator chose stays active.
 */
async function goBack(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const { active: from, preferred: to } = await lockState(tx);
    if (from === to || !deps.carriers.find(to)) return;
    const [health] = await tx.db
      .select({ since: carrierHealth.healthySince })
      .from(carrierHealth)
      .where(eq(carrierHealth.name, to));
    if (!health?.since || health.since.getTime() > tx.now.getTime() - WELL_FOR_MS) return;
    await beginWithFew(tx, to);
    await changeOver(tx, deps, { from, to });
  });
}

/**
 * Changes to the next healthy carrier after the active one, in the order of the list. An active carrier that
 * is no longer configured counts as down.
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
    await changeOver(tx, deps, { from, to });
  });
}

async function changeOver(tx: Transaction, deps: Deps, { from, to }: { from: string; to: string }): Promise<void> {
  await activate(tx, { from, to, reason: 'failover' });
  await audit(tx, null, 'provider.failed_over', { subject: to, detail: { from, to } });
  // Messages that the failed carrier refused are tried again at once, before their pause ends.
  tx.afterCommit(() => deps.signals.smsQueued.fire());
}

async function probedByAnother(deps: Deps): Promise<boolean> {
  const since = new Date(deps.clock.now().getTime() - PROBE_MS * 0.7).toISOString();
  const [row] = await deps.db.execute<{ fresh: number }>(template`
    select count(*)::int as fresh from provider_health
    where checked_at > ${since}::timestamptz and name in ${[...deps.carriers.names]}`);
  return row?.fresh === deps.carriers.list.length;
}
