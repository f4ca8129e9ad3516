import { and, count, eq } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Actor } from '../../callers/audit.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { UNDO_CLOSING_DAYS } from '../../platform/mail/contract.ts';
import type { Deps } from '../../services/deps.ts';
import type { getClosing as endpoint } from './contract.ts';
import { findObstacles } from './find-obstacles.ts';
import { requireUser } from '../../callers/require-user.ts';

/** Says what would happen if the caller's account were closed. @throws not_found */
export async function getClosing({
  deps: { db },
  actor,
}: {
  deps: Deps;
  actor: Actor;
}): Promise<ResponseOf<typeof endpoint>> {
  const account = await requireUser({ db }, actor.id);
  const [running] = await db
    .select({ count: count() })
    .from(didNumbers)
    .where(and(eq(didNumbers.userId, actor.id), eq(didNumbers.status, 'active')));
  return {
    balance: formatMoney(account.credits),
    obstacles: await findObstacles(db, actor.id, account.role === 'admin'),
    numbers: running?.count ?? 0,
    undoDays: UNDO_CLOSING_DAYS,
  };
}
