import type { Model, Who } from './model.ts';

/** A movement of the customer's credit, as it counts for what the reseller may take back. */
export interface Move {
  /** So many times something came in before it: what was spent between two of these has no order. */
  after: number;
  kind: 'given' | 'taken' | 'spent' | 'bought';
  /** It counts what was spent, without what came back of it. */
  pence: number;
  /** It is the id of the message or the call that it paid for, to which something may come back. */
  id: string;
}

const comesIn = ({ kind }: Pick<Move, 'kind'>): boolean => kind === 'given' || kind === 'bought';

export function note(model: Model, who: Who, move: Omit<Move, 'after' | 'id'> & { id?: string }): void {
  if (who !== 'customer') return;
  const after = model.moves.filter(comesIn).length + (comesIn(move) ? 1 : 0);
  model.moves.push({ id: '', ...move, after });
}

export function noteBack(model: Model, thingId: string, pence: number): void {
  const move = model.moves.find(({ id }) => id === thingId);
  if (move) move.pence -= pence;
}

/** The rest of the reseller's gifts: they are spent first, and purchases since are never part of them. */
export function leftOfGifts({ accounts, moves }: Model): number {
  let gifts = 0;
  let bought = 0;
  for (const { kind, pence } of moves) {
    if (kind === 'given') [gifts, bought] = [gifts + pence, 0];
    else if (kind === 'bought') bought += pence;
    else gifts = Math.max(0, gifts - pence);
  }
  return Math.max(0, Math.min(gifts, accounts.customer.credits - bought));
}
