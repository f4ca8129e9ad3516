import { voiceCalls } from '../../../db/schema/index.ts';
import { type CallOrder, setAside } from '../../money/ledger/set-aside.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { announceCall } from './announce.ts';
import type { CallRow } from './present-call.ts';

/** The values of the call in an order; its price is determined here. */
type Ordered = Omit<
  typeof voiceCalls.$inferInsert,
  'id' | 'userId' | 'destination' | 'maxMinutes' | 'cost' | 'actualCost' | 'setAside' | 'calledAt'
>;

interface NewCall extends Omit<CallOrder, 'callId'> {
  /** The longest duration of the call, in minutes. */
  wanted: number;
  /** The configured price of a minute, in pounds: it holds if there is no deck. */
  flatRate: string;
  /** The carriers that could place the call. */
  carriers: readonly string[];
  ordered: Ordered;
}

/**
 * Sets aside the highest possible cost of a new call, writes its row, and announces it.
 * @throws the errors of `setAside`
 */
export async function addCall(
  tx: Transaction,
  { wanted, flatRate, carriers, ordered, ...order }: NewCall,
): Promise<CallRow> {
  const id = newId(tx.clock);
  const { terms, supplierTerms, packageRate, forwardRate, minutes, amount, counted, transactionId } =
    await setAside(tx, { ...order, callId: id }, { wanted, flatRate, carriers });
  const [call] = await tx.db
    .insert(voiceCalls)
    .values({
      ...ordered,
      id,
      userId: order.userId,
      destination: order.destination,
      ...terms,
      supplierRate: supplierTerms?.rate,
      supplierFee: supplierTerms?.fee,
      packageRate,
      forwardRate,
      counted,
      maxMinutes: minutes,
      cost: amount,
      actualCost: amount,
      setAside: amount,
      transactionId,
      calledAt: tx.now,
    })
    .returning();
  if (!call) throw new Error('an insert returned no row');
  announceCall(tx, call, []);
  return call;
}
