import { auditLog } from '../../db/schema/index.ts';
import type { Transaction } from '../platform/events/transact.ts';
import { newId } from '../platform/kit/ids.ts';
import type { AuditAction } from '../shared/audit-actions.ts';

export interface AuditEntry {
  /** Null if the system acted, or somebody unknown. */
  actorId: string | null;
  action: AuditAction;
  /** The name that a person knows it by, e.g. an e-mail address. */
  subject?: string;
  subjectUserId?: string;
  /** Never a password, a key or a token. */
  detail?: Record<string, unknown>;
}

/** Records an action in the transaction that performs it. */
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
