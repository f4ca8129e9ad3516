import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { dialsEdge } from '../../rings-trunks.ts';
import type { CallRow } from '../read-call.ts';
import { openAddress } from './add-ring.ts';
import { isOurNumber } from './open-call.ts';
import { ringAddress } from './ring-address.ts';

/**
 * Where the carrier's API of a call or leg to a number of ours calls the edge in place of the number: behind that the call
 * stays inside. Undefined where the number is nobody's here, or its carrier cannot call the edge.
 */
export async function addressInside(
  deps: Pick<Deps, 'carriers' | 'config'> & Pick<Transaction, 'sql'>,
  { id, provider, destination }: Pick<CallRow, 'id' | 'provider' | 'destination'>,
): Promise<string | undefined> {
  const carrier = deps.carriers.find(provider ?? '');
  if (!carrier || !dialsEdge(deps, carrier) || !(await isOurNumber(deps, destination))) return undefined;
  return ringAddress(deps.config, id);
}

/** Lets its carrier call by that address. */
export async function openInside(
  deps: Pick<Deps, 'carriers' | 'config'>,
  tx: Transaction,
  leg: CallRow,
): Promise<void> {
  if (await addressInside({ ...deps, sql: tx.sql }, leg)) await openAddress(tx, { legId: leg.id, trunkId: null });
}
