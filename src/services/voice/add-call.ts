import { voiceCalls } from '../../../db/schema/index.ts';
import { insertInto } from '../../../db/table-rows.ts';
import { type CallOrder, type CallWanted, type SetAside, setAside } from '../../money/ledger/set-aside.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { currentRequest } from '../../platform/kit/request.ts';
import { ZERO } from '../../platform/kit/money.ts';
import { announceNew } from './announce.ts';
import type { CallRow } from './read-call.ts';

/** The values of the call in an order; its price is determined here. */
type Ordered = Omit<
  typeof voiceCalls.$inferInsert,
  'id' | 'userId' | 'parentId' | 'destination' | 'maxMinutes' | 'cost' | 'actualCost' | 'setAside' | 'calledAt'
>;

interface NewCall extends Omit<CallOrder, 'callId' | 'isLeg'>, CallWanted {
  ordered: Ordered;
}

/**
 * Sets aside the highest possible cost of a new call and of its leg, writes their rows, and announces it.
 * @throws the errors of `setAside`
 */
export async function addCall(tx: Transaction, call: NewCall): Promise<CallRow> {
  const added = await addRow(tx, call, null);
  const legs: CallRow[] = [];
  if (call.forwardTo !== null) {
    const { callerId } = call.ordered;
    const ofLeg = {
      ...{ destination: call.forwardTo, forwardTo: null, trunk: null, wanted: added.maxMinutes },
      // The price that was shown is that of the call itself.
      shownRate: null,
    };
    legs.push(await addRow(tx, { ...call, ...ofLeg, ordered: { callerId, status: 'queued' } }, added.id));
  }
  announceNew(tx, added, legs);
  return added;
}

interface NewLeg extends Pick<NewCall, 'wanted' | 'flatRate' | 'carriers' | 'isInside'> {
  /** E.164. */
  destination: string;
  /** E.164, which its carrier shows. */
  callerId: string;
  /** The carrier that takes it; null where that is known later. */
  provider: string | null;
  /** When its carrier is asked about it, unless news comes first. */
  dueAt: Date;
}

/**
 * Sets aside the highest possible cost of a leg that a call to a number leads on to now, and writes its row.
 * @param call locked by this transaction
 * @throws the errors of `setAside`
 */
export const addLeg = (
  tx: Transaction,
  { id, userId }: CallRow,
  { destination, callerId, carriers, provider, dueAt, wanted, flatRate, isInside = false }: NewLeg,
): Promise<CallRow> => {
  const ordered = { callerId, status: 'dialing', provider, dueAt, carrierCost: isInside ? ZERO : null } as const;
  return addRow(
    tx,
    {
      userId,
      destination,
      forwardTo: null,
      trunk: null,
      wanted,
      flatRate,
      carriers,
      isInside,
      shownRate: null,
      ordered,
    },
    id,
  );
};

/** @param parentId of a leg: the call that leads on to it */
async function addRow(
  tx: Transaction,
  { wanted, flatRate, carriers, isInside, shownRate, ordered, ...order }: NewCall,
  parentId: string | null,
): Promise<CallRow> {
  const id = newId(tx.clock);
  const hold = { ...order, callId: id, isLeg: parentId !== null };
  const held = await setAside(tx, hold, { wanted, flatRate, carriers, isInside, shownRate });
  const { userId, destination } = order;
  return insertCall(tx.sql, {
    ...{ ...ordered, ...heldValues(held), id, userId, destination, parentId, calledAt: tx.now },
    requestId: currentRequest(),
  });
}

/** The columns of a call's row about the sum set aside for it. */
export const heldValues = ({ terms, supplierTerms, asked, minutes, amount, ...held }: SetAside) => ({
  ...terms,
  ...{ supplierRate: supplierTerms?.rate ?? null, supplierFee: supplierTerms?.fee ?? null },
  ...{ askedRate: asked?.rate ?? null, askedFee: asked?.fee ?? null },
  ...{ trunkRate: held.trunkRate, counted: held.counted, pricePrefix: held.pricePrefix },
  ...{ transactionId: held.transactionId, maxMinutes: minutes },
  ...{ cost: amount, actualCost: amount, setAside: amount },
});

const insertCall = insertInto(voiceCalls);
