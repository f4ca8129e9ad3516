import { and, eq } from 'drizzle-orm';
import { didNumbers, sandboxCallers } from '../../../../db/schema/index.ts';
import { isSimulated } from '../../../carriers/simulated.ts';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { callNumber as contract } from './contract.ts';

type Trial = BodyOf<typeof contract> & { userId: string; numberId: string };

/**
 * Makes somebody call a number of a simulated carrier.
 * @throws not_found, simulated_only, not_allowed_now (a real carrier's number: call it with a telephone)
 */
export async function callNumber(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'carriers'> },
  { userId, numberId, from, presses }: Trial,
): Promise<undefined> {
  const [number] = await tx.db
    .select({ number: didNumbers.number, provider: didNumbers.provider })
    .from(didNumbers)
    .where(and(eq(didNumbers.id, numberId), eq(didNumbers.userId, userId), eq(didNumbers.status, 'active')));
  if (!number) throw notFound('Number');
  if (number.provider === null || !isSimulated(number.provider)) {
    throw new Problem('not_allowed_now', sentence('realNumberCall'));
  }
  deps.carriers.requireSelling([number.provider]);
  await tx.db.insert(sandboxCallers).values({
    id: newId(tx.clock),
    carrier: number.provider,
    fromNumber: from,
    toNumber: number.number,
    presses,
    dueAt: tx.now,
  });
}
