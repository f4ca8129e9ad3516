import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { add, magnitude, type Money, parseMoney } from '../../platform/kit/money.ts';
import type { AuditAction } from '../../shared/audit-actions.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../audit.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** The actions that move money, as the audit log names them. Each row has the sum, and whether two agreed. */
const MOVES: readonly AuditAction[] = [
  'balance.adjusted',
  'payment.verified',
  'payment.reversed',
  'credit.transferred',
];

/**
 * Tells whether two administrators have to agree that one of them moves a sum. It counts together with all
 * that this administrator has moved alone in 24 hours, in whatever way, so that nobody gets round the limit
 * in small parts. Until the transaction ends the administrator's other actions wait.
 * @param amount it may be negative
 */
export async function needsTwo(
  { tx, config }: { tx: Transaction; config: Pick<Config, 'approvalAboveGbp'> },
  actor: Pick<Actor, 'id'>,
  amount: Money,
): Promise<boolean> {
  if (config.approvalAboveGbp === null) return false;
  const most = parseMoney(config.approvalAboveGbp);
  if (magnitude(amount) > most) return true;
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`moves ${actor.id}`}, 0))`);
  return add(magnitude(amount), await movedAlone(tx, actor.id)) > most;
}

async function movedAlone(tx: Transaction, actorId: string): Promise<Money> {
  const [row] = await tx.db.execute<{ sum: string }>(template`
    select coalesce(sum(abs((detail ->> 'amount')::numeric)), 0)::numeric(14, 2)::text as sum
    from audit_log
    where actor_id = ${actorId}::uuid and id >= ${firstIdAt(new Date(tx.now.getTime() - DAY_MS))}::uuid
      and action = any (${template.param(`{${MOVES.join()}}`)}::text[])
      and not detail ? 'byTwo' and detail ->> 'resellerId' is distinct from ${actorId}`);
  return parseMoney(row?.sum ?? '0');
}
