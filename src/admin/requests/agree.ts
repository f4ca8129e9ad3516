import { and, eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { Actor } from '../../callers/guards.ts';
import { readUser } from '../../callers/present-user.ts';
import { wanted as wantedSchema, type Wanted } from '../../callers/approvals/contract.ts';
import { requireApprover } from '../../callers/approvals/require-approver.ts';
import { resetSecondFactor } from '../../callers/sign-in/second-factor/reset-second-factor.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import { reverse } from '../../money/payments/reversals/reverse.ts';
import { transfer } from '../../resale/customers/transfer.ts';
import { activateAccount, suspendAccount } from '../../resale/suspend-account.ts';
import { adjustBalance } from '../adjust-balance.ts';
import { addAdministrator } from '../create-user.ts';
import type { agreeToRequest } from './contract.ts';
import { changeSetting } from '../settings/change-setting.ts';
import { changeLimits } from './change-limits.ts';
import { changePrices } from './change-prices.ts';
import { decide, type Decided } from './decide.ts';
import { sentence } from '../../platform/kit/sentences.ts';

type Answer = ResponseOf<typeof agreeToRequest>;

/**
 * Approves: carries out what another administrator asked for, in the name of the one who agrees.
 * @throws not_found, not_allowed_now (their own request; the one who asked is no longer an administrator; it was
 * made before they were one; they have no second factor or are too new), and the errors of the action itself
 */
export async function agree(
  { deps, tx, actor }: { deps: Deps; tx: Transaction; actor: Actor },
  requestId: string,
): Promise<Answer> {
  const { row, file } = await decide(tx, actor, { requestId, agreed: true });
  await requireAnother({ tx, config: deps.config }, actor, row);
  const wanted = wantedSchema.parse(row.wanted);
  return carryOut({ deps, tx, actor }, { wanted, file, asked: { by: row.requestedBy, at: row.requestedAt } });
}

/** Does what a request asks for, in a transaction that the caller undoes: to see what it would bring. */
export async function tryOut(
  { deps, tx, actor }: { deps: Deps; tx: Transaction; actor: Actor },
  requestId: string,
): Promise<void> {
  const { row, file } = await decide(tx, actor, { requestId, agreed: true });
  const wanted = wantedSchema.parse(row.wanted);
  await carryOut({ deps, tx, actor }, { wanted, file, asked: { by: row.requestedBy, at: row.requestedAt } });
}

async function requireAnother(
  { tx, config }: { tx: Transaction; config: Deps['config'] },
  actor: Actor,
  request: Decided['row'],
): Promise<void> {
  if (request.requestedBy === actor.id) {
    throw new Problem('not_allowed_now', sentence('askedByYou'));
  }
  const [requester] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, request.requestedBy), eq(users.role, 'admin'), eq(users.status, 'active')));
  if (!requester) {
    throw new Problem('not_allowed_now', sentence('askerGone'));
  }
  await requireApprover({ tx, config }, actor.id, request.requestedAt);
}

async function carryOut(
  { deps, tx, actor }: { deps: Deps; tx: Transaction; actor: Actor },
  { wanted, file, asked }: { wanted: Wanted; file: Uint8Array | null; asked: { by: string; at: Date } },
): Promise<Answer> {
  switch (wanted.kind) {
    case 'payment':
      // The second administrator looks at the payment and verifies it in the queue.
      throw notFound('Request');
    case 'adjustment': {
      const { userId, amount, reason, adjustmentKind: kind } = wanted;
      await adjustBalance({ tx, deps, actor }, { userId, body: { amount, reason, kind }, agreed: true });
      return { credits: (await readUser(tx.db, userId)).credits };
    }
    case 'reversal': {
      const { transactionId, amount, reason, freesHash } = wanted;
      const input = { amount, reason, freesHash };
      await reverse({ tx, deps, actor }, { transactionId, input, agreed: asked });
      return {};
    }
    case 'transfer': {
      const { userId, customerId, amount, direction } = wanted;
      const body = { amount, direction };
      await transfer({ tx, deps, actor }, { resellerId: userId, customerId, body, agreed: true });
      return {};
    }
    case 'admin_status': {
      const { userId, status } = wanted;
      const change = status === 'suspended' ? suspendAccount : activateAccount;
      await change({ tx, deps, actor }, { userId, agreed: true });
      return {};
    }
    case 'administrator':
      await addAdministrator({ deps, tx, actor }, wanted);
      return {};
    case 'factor_reset':
      await resetSecondFactor({ tx, actor }, wanted.userId);
      return {};
    case 'limit_lift':
    case 'limits':
    case 'destinations':
    case 'calls_at_once':
      await changeLimits({ deps, tx, actor }, wanted);
      return {};
    case 'setting':
      await changeSetting({ deps, tx, actor }, { ...wanted, agreedWith: asked.by });
      return {};
    case 'rate_use':
    case 'rate_import':
    case 'rate_undo':
    case 'rate_delete':
    case 'rate_below_cost':
    case 'route_order':
      await changePrices({ deps, tx, actor }, { wanted, file });
      return {};
  }
}
