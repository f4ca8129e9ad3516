import { parseMoney } from '../../src/platform/kit/money.ts';
import { transact, type Transaction } from '../../src/platform/events/transact.ts';
import { post, recordPending } from '../../src/money/ledger/post.ts';
import type { TransactionRow } from '../../src/money/ledger/transaction-row.ts';
import { makeAdmin, startTestApp, type TestActor, type TestApp } from '../kit/index.ts';

/** Two server processes on one database, and an administrator and a customer as each sees them. */
export interface Processes {
  apps: readonly [TestApp, TestApp];
  /** Calls the processes in turn. */
  each<Result>(count: number, act: (app: TestApp, index: number) => Promise<Result>): Promise<Result[]>;
  admin: TestActor;
  stop(): Promise<void>;
}

export async function startTwo(): Promise<Processes> {
  const first = await startTestApp();
  const second = await startTestApp({ beside: first });
  const apps = [first, second] as const;
  return {
    apps,
    each: (count, act) =>
      Promise.all(Array.from({ length: count }, (_, index) => act(index % 2 === 0 ? first : second, index))),
    admin: await makeAdmin(first),
    stop: async () => {
      await second.stop();
      await first.stop();
    },
  };
}

/** How many promises had each result: `done`, or a problem's code. */
export async function outcomes(work: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(work)) {
    const name = result.status === 'fulfilled' ? 'done' : reasonOf(result.reason);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'reason' in error) return String(error.reason);
  throw error;
}

export const pendingPurchase = (app: TestApp, userId: string, pounds: string): Promise<TransactionRow> =>
  transact(app.deps, (tx) =>
    recordPending(tx, {
      userId,
      type: 'credit_purchase',
      amount: parseMoney(pounds),
      description: 'A purchase',
      status: 'pending',
    }),
  );

/** Takes from a balance, or adds to it, as an administrator's adjustment does. */
export function adjust(tx: Transaction, userId: string, pounds: string): Promise<TransactionRow> {
  const change = parseMoney(pounds);
  const amount = parseMoney(pounds.replace('-', ''));
  const row = { userId, type: 'adjustment', amount, description: 'A correction', status: 'completed' } as const;
  return post(tx, row, { change, reason: 'adjustment' });
}
