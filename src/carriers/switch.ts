import { eq, sql as template } from 'drizzle-orm';
import { carrierState } from '../../db/schema/index.ts';
import { type Acting, audit } from '../callers/audit.ts';
import type { Transaction } from '../platform/events/transact.ts';
import { Problem, sentence } from '../platform/kit/errors.ts';
import { providerSwitchEvent } from './events.ts';

/**
 * Makes another carrier the active one. Waiting messages are sent over it; messages that another carrier has
 * stay there. The choice holds until that carrier fails.
 * @param chosen a configured carrier, with the result of its probe a moment ago
 * @throws provider_active, provider_unhealthy
 */
export async function switchCarrier({ tx, actor }: Acting, chosen: { name: string; healthy: boolean }): Promise<void> {
  const from = await lockActive(tx);
  if (from === chosen.name) throw new Problem('provider_active', sentence('providerActive', { name: chosen.name }));
  if (!chosen.healthy) {
    throw new Problem('provider_unhealthy', sentence('providerDown', { name: chosen.name }));
  }
  await activate(tx, { from, to: chosen.name, reason: 'manual' });
  await audit(tx, actor, 'provider.switched', { subject: chosen.name, detail: { from, to: chosen.name } });
}

/** The active carrier. It is locked: no other transaction changes it until this one ends. */
export const lockActive = async (tx: Transaction): Promise<string> => (await lockState(tx)).active;

/** The active carrier, and the one that should be active: an administrator's choice, or the first one. */
export async function lockState(tx: Transaction): Promise<{ active: string; preferred: string }> {
  const [row] = await tx.db
    .select({ active: carrierState.active, preferred: carrierState.preferred })
    .from(carrierState)
    .where(eq(carrierState.id, 1))
    .for('update');
  if (!row) throw new Error('the active carrier was never chosen');
  return { active: row.active, preferred: row.preferred ?? row.active };
}

/** Makes a carrier the active one and tells everybody; `from` was active until now. */
export async function activate(
  tx: Transaction,
  { from, to, reason }: { from: string; to: string; reason: 'manual' | 'failover' },
): Promise<void> {
  const preferred = reason === 'manual' ? to : template`coalesce(${carrierState.preferred}, ${from})`;
  await tx.db.update(carrierState).set({ active: to, preferred, changedAt: tx.now }).where(eq(carrierState.id, 1));
  tx.publish(providerSwitchEvent, null, { from, to, reason });
}
