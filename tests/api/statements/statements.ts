import { transact } from '../../../src/platform/events/transact.ts';
import { formatMoney, negate, parseMoney } from '../../../src/platform/kit/money.ts';
import { post } from '../../../src/money/ledger/post.ts';
import type { TransactionRow } from '../../../src/money/ledger/transaction-row.ts';
import { type TestActor, type TestApp } from '../../kit/index.ts';

interface Move {
  type: TransactionRow['type'];
  /** Signed pounds. */
  change: string;
  at?: string;
  description?: string;
  refunds?: string;
}

/** Moves a balance as some product would, at a time of its own. */
export async function move(app: TestApp, person: TestActor, made: Move): Promise<TransactionRow> {
  const at = made.at ? new Date(made.at) : null;
  if (at) app.clock.moveTo(at);
  // The moment itself, and not what has passed since: the last millisecond of a month is soon over.
  const host = at ? { ...app.deps, clock: { now: () => at } } : app.deps;
  const change = parseMoney(made.change);
  const amount = made.change.startsWith('-') ? negate(change) : change;
  const row = {
    ...({ userId: person.id, type: made.type, status: 'completed', amount } as const),
    description: made.description ?? `${made.type} of £${formatMoney(amount)}`,
    refundsTransactionId: made.refunds ?? null,
  };
  return transact(host, (tx) => post(tx, row, { change, reason: made.type }));
}
