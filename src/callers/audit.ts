import { auditLog } from '../../db/schema/index.ts';
import type { Transaction } from '../platform/events/transact.ts';
import { newId } from '../platform/kit/ids.ts';

/** Administrative and security actions, as the audit log names them. */
export const AUDIT_ACTIONS = [
  'account.registered',
  'account.created',
  'account.suspended',
  'account.activated',
  'account.profile_changed',
  'account.reclaimed',
  'account.closed',
  'account.closing_undone',
  'account.erased',
  'account.exported',
  'account.viewed',
  'account.acted_in',
  'session.started',
  'session.failed',
  'session.stepped_up',
  'session.ended',
  'sessions.revoked',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'email.confirmed',
  'email.changed',
  'email.change_undone',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'totp.enabled',
  'totp.disabled',
  'recovery_codes.created',
  'passkey.added',
  'passkey.removed',
  'second_factor.reset',
  'second_word.asked',
  'second_word.given',
  'second_word.withdrawn',
  'payment.submitted',
  'payment.approved',
  'payment.approval_withdrawn',
  'payment.verified',
  'payment.rejected',
  'payment.reversal_requested',
  'payment.reversal_withdrawn',
  'payment.reversed',
  'balance.adjusted',
  'trial.credited',
  'credit.transferred',
  'books.differ',
  'books.agree',
  'limit.reached',
  'limit.lifted',
  'limits.changed',
  'destinations.opened',
  'destination.stopped',
  'destination.resumed',
  'calls_at_once.changed',
  'sender_name.requested',
  'sender_name.accepted',
  'sender_name.rejected',
  'sender_name.removed',
  'number.proven',
  'number.proof_removed',
  'price_list.changed',
  'rates.deck_created',
  'rates.imported',
  'rates.import_undone',
  'rates.used',
  'rates.below_cost_changed',
  'rates.routing_changed',
  'setting.changed',
  'brand.changed',
  'brand.host_proven',
  'brand.host_lost',
  'order.placed',
  'order.paid',
  'order.cancelled',
  'sip_credentials.rotated',
  'message.cancelled',
  'message.settled',
  'template.created',
  'template.deleted',
  'call.hung_up',
  'recording.deleted',
  'number.purchased',
  'number.renewed',
  'number.changed',
  'number.given_up',
  'provider.switched',
  'provider.failed_over',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'users.exported',
  'payments.exported',
  'figures.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  /** Null where the system acted, or somebody unknown. */
  actorId: string | null;
  action: AuditAction;
  /** What a person calls the thing acted on, e.g. an e-mail address. */
  subject?: string;
  subjectUserId?: string;
  /** Never a password, a key or a token. */
  detail?: Record<string, unknown>;
}

/** Writes down an action in the transaction that performs it. */
export async function audit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.db.insert(auditLog).values({
    id: newId(tx.clock),
    at: tx.now,
    actorId: entry.actorId,
    action: entry.action,
    subject: entry.subject ?? null,
    subjectUserId: entry.subjectUserId ?? null,
    detail: entry.detail ?? {},
  });
}
