import { eq } from 'drizzle-orm';
import type { ActingWith } from '../../../callers/audit.ts';
import { numberPorts } from '../../../../db/schema/index.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import type { Deps } from '../../deps.ts';
import { purchase } from '../purchase.ts';
import { requireCountry } from '../require-country.ts';
import { changePort, type PortRow } from './change-port.ts';
import type { decidePort as endpoint, PortEntry } from './contract.ts';
import { requireEntry } from './list-ports.ts';

type Decision = BodyOf<typeof endpoint>;

/**
 * Says how far a request is. Ported numbers become the account's own, and each is charged as a purchase, in the transaction
 * that says so: whoever says it twice is refused the second time.
 * @throws not_found, not_allowed_now, validation_failed, simulated_only, number_taken, insufficient_credits
 */
export async function decidePort(
  { tx, deps, actor }: ActingWith<Deps>,
  { portId, decision }: { portId: string; decision: Decision },
): Promise<PortEntry> {
  const said = decision.status === 'ported' ? null : decision.words.trim() || null;
  const day = decision.status === 'in_progress' ? { portsOn: decision.portsOn } : {};
  const change = { status: decision.status, words: said, ...day, decidedBy: actor.id };
  const port = await changePort({ tx, actor }, eq(numberPorts.id, portId), change, 'number_port.changed');
  if (decision.status === 'ported') await takeOver({ tx, deps, actor }, port, decision);
  const { given: _, pin: _pin, ...entry } = await requireEntry(deps, tx.db, portId);
  return entry;
}

async function takeOver(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, numbers, countryCode }: PortRow,
  { provider, carrierNumberIds }: Extract<Decision, { status: 'ported' }>,
): Promise<void> {
  const carrier = deps.carriers.find(provider);
  if (!carrier) throw invalidField('provider', fault('notUnderstood'));
  // By its id a carrier is told where calls and messages go, and given the number back.
  const wanted = carrier.releaseNumber || carrierNumberIds.length > 0 ? numbers.length : 0;
  if (carrierNumberIds.length !== wanted) throw invalidField('carrierNumberIds', sentence('portIds'));
  const country = requireCountry(countryCode);
  for (const [index, number] of numbers.entries()) {
    const lookedUp = { number, country, provider, carries: null };
    const carrierNumberId = carrierNumberIds[index] ?? null;
    await purchase({ tx, deps, actor }, { userId, lookedUp, autoRenew: true, carrierNumberId });
  }
}
