import { and, eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { liftLimit } from '../../accounts/limits/lift-limit.ts';
import { openDestinations, setCallsAtOnce } from '../../accounts/limits/change-limits.ts';
import { setLimits } from '../../accounts/limits/set-limits.ts';
import type { ActingWith, Actor } from '../../callers/audit.ts';
import {
  isOfPrices,
  type Wanted,
  type WantedLimits,
  type WantedPrices,
  wanted as wantedSchema,
} from '../../callers/approvals/contract.ts';
import { requireApprover } from '../../callers/approvals/require-approver.ts';
import { readUser } from '../../callers/present-user.ts';
import { resetSecondFactor } from '../../callers/sign-in/second-factor/reset-second-factor.ts';
import { deleteDeck } from '../../money/decks/delete-deck.ts';
import { importRows } from '../../money/decks/import-rows.ts';
import { setBelowCost } from '../../money/decks/switch-deck.ts';
import { setRouteOrder } from '../../money/decks/set-route-order.ts';
import { undoImport } from '../../money/decks/undo-import.ts';
import { useDeck as sellBy } from '../../money/decks/use-deck.ts';
import { openAsked } from '../../platform/settings/kept-settings.ts';
import { reverse } from '../../money/payments/reversals/reverse.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { transfer } from '../../resale/customers/transfer.ts';
import { activateAccount, suspendAccount } from '../../resale/suspend-account.ts';
import type { Deps } from '../../services/deps.ts';
import { setAccountPrice } from '../accounts/set-price.ts';
import { refundCharge } from '../accounts/refund-charge.ts';
import { adjustBalance } from '../adjust-balance.ts';
import { letterBody } from '../contract.ts';
import { writeLetter } from '../write-letter.ts';
import { changeDuty } from '../../callers/change-duty.ts';
import { addAdministrator } from '../create-user.ts';
import { changeKept } from '../kept-settings/change-kept.ts';
import { changeSetting } from '../settings/change-setting.ts';
import type { agreeToRequest } from './contract.ts';
import { decide, type Decided } from './decide.ts';

type Answer = ResponseOf<typeof agreeToRequest>;

/**
 * Approves: carries out what another administrator asked for, in the name of the one who agrees.
 * @throws not_found, not_allowed_now (their own request; the one who asked is no longer an administrator; it was
 * made before they were one; they have no second factor or are too new), and the errors of the action itself
 */
export async function agree({ deps, tx, actor }: ActingWith<Deps>, requestId: string): Promise<Answer> {
  const { row, file } = await decide(tx, actor, { requestId, agreed: true });
  await requireAnother({ tx, config: deps.config }, actor, row);
  const wanted = wantedSchema.parse(row.wanted);
  return carryOut({ deps, tx, actor }, { wanted, file, asked: { by: row.requestedBy, at: row.requestedAt } });
}

/** Does what a request asks for, in a transaction that the caller undoes: to see what it would bring. */
export async function tryOut({ deps, tx, actor }: ActingWith<Deps>, requestId: string): Promise<void> {
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
  { deps, tx, actor }: ActingWith<Deps>,
  { wanted, file, asked }: { wanted: Wanted; file: Uint8Array | null; asked: { by: string; at: Date } },
): Promise<Answer> {
  if (isOfPrices(wanted)) {
    await changePrices({ deps, tx, actor }, { wanted, file });
    return {};
  }
  switch (wanted.kind) {
    case 'payment':
      // The second administrator looks at the payment and verifies it in the queue.
      throw notFound('Request');
    case 'adjustment': {
      const { userId, amount, reason, adjustmentKind: kind, refunds } = wanted;
      if (refunds)
        await refundCharge(
          { tx, deps, actor },
          { userId, transactionId: refunds, body: { amount, reason }, agreed: true },
        );
      else await adjustBalance({ tx, deps, actor }, { userId, body: { amount, reason, kind }, agreed: true });
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
    case 'duty':
      await changeDuty({ tx, deps, actor }, { ...wanted, agreed: true });
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
    case 'letter': {
      const { kind: _, ...letter } = wanted;
      await writeLetter({ tx, deps, actor, agreed: true }, letterBody.parse(letter));
      return {};
    }
    case 'kept_settings':
      await changeKept({ deps, tx, actor, agreed: true }, openAsked(deps.config, wanted.sealed));
      return {};
    case 'account_price':
      await setAccountPrice({ deps, tx, actor }, { ...wanted, from: wanted.from ?? undefined, agreed: true });
      return {};
  }
}

/**
 * Widens an account's limits, as two administrators agreed. @throws not_found, validation_failed (the time has passed)
 */
async function changeLimits(context: ActingWith<Deps>, wanted: WantedLimits): Promise<void> {
  const { userId } = wanted;
  switch (wanted.kind) {
    case 'limit_lift':
      await liftLimit(context, { userId, body: { until: wanted.until ?? undefined } });
      return;
    case 'limits':
      await setLimits(context, { userId, body: wanted, agreed: true });
      return;
    case 'destinations':
      await openDestinations(context, { userId, body: wanted, agreed: true });
      return;
    case 'calls_at_once':
      await setCallsAtOnce(context, { userId, body: wanted, agreed: true });
  }
}

/** Changes our selling prices, what carriers ask, or which carrier comes first, as two administrators agreed. @throws not_found, not_allowed_now */
async function changePrices(
  context: ActingWith<Deps>,
  { wanted, file }: { wanted: WantedPrices; file: Uint8Array | null },
): Promise<void> {
  switch (wanted.kind) {
    case 'rate_use': {
      const { service, deck, resellerDeck, resellerPercent } = wanted;
      const decks = { deckId: deck?.id ?? null, resellerDeckId: resellerDeck?.id ?? null };
      await sellBy(context, { service, ...decks, resellerPercent, agreed: wanted });
      return;
    }
    case 'rate_import': {
      if (!file) throw new Error(`the file ${wanted.fileName} of a request is not there`);
      const bytes = Bun.gunzipSync(new Uint8Array(file));
      const { deckId, fileName } = wanted;
      const validFrom = wanted.validFrom === null ? null : new Date(wanted.validFrom);
      const columns = wanted.columns ?? undefined;
      await importRows(context, { deckId, fileName, validFrom, bytes, columns, agreed: true });
      return;
    }
    case 'rate_undo':
      await undoImport(context, { deckId: wanted.deckId, importId: wanted.importId, agreed: true });
      return;
    case 'rate_delete':
      await deleteDeck(context, { deckId: wanted.deckId, agreed: true });
      return;
    case 'rate_below_cost':
      await setBelowCost(context, { deckId: wanted.deckId, belowCost: true, agreed: true });
      return;
    case 'route_order':
      await setRouteOrder(context, { service: wanted.service, by: wanted.by, agreed: true });
  }
}
