import { auditLog } from '../../db/schema/index.ts';
import { insertInto } from '../../db/table-rows.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Duty } from '../platform/kit/duties.ts';
import { newId } from '../platform/kit/ids.ts';
import type { PersonRole } from '../platform/kit/people.ts';
import { currentRequest } from '../platform/kit/request.ts';
import type { AuditAction } from '../shared/audit-actions.ts';
import type { Sender } from './credentials.ts';

/* Who acts, in what context, and the record of it. */

/** Why an administrator may not act as one. */
export type Withheld = 'scope' | 'second_factor';

/** The actor is calling. */
export interface Actor {
  id: string;
  email: string;
  /** The role in which they may act here: an administrator whose rights are withheld, or whose duty is another one, acts as a user. */
  role: 'user' | 'reseller' | 'admin';
  /** The duty of an administrator who may not do everything. */
  duty: Duty | null;
  status: 'active' | 'suspended';
  /** The session or key they called with. */
  credentialId: string;
  credentialKind: Sender['kind'];
  /** Their key is a test key. */
  isTest: boolean;
  /** Their key has a daily limit, which messages alone count against. */
  isLimited: boolean;
  /** The scopes that limit their key; null: all scopes. */
  scopes: readonly string[] | null;
  withheld: Withheld | null;
  /** Who acts in this account, if it is not their own: by which account of theirs, and in which role. */
  person?: { id: string; email: string; role: PersonRole };
  /** True if they have shown within the last 10 minutes who they are, by all factors that they have. */
  proven: boolean;
  /** True if their session has not been renewed for an hour. */
  renewalDue: boolean;
}

/** The context of a verb: somebody changes something in a transaction. */
export interface Acting {
  tx: Transaction;
  actor: Actor;
}

/** The context of a verb that begins its own transaction, or none: somebody calls, and it needs these parts of the program. */
export interface Calling<Deps> {
  deps: Deps;
  actor: Actor;
}

/** The context of a change that needs these parts of the program. */
export type ActingWith<Deps> = Acting & Calling<Deps>;

/** A thing of an account, as a path names it. */
export type Owned<Name extends string> = Record<'userId' | Name, string>;

interface AuditEntry {
  /** The name that a person knows it by, e.g. an e-mail address. */
  subject?: string;
  /** The account that it concerns. */
  userId?: string | null | undefined;
  /** Never a password, a key or a token. */
  detail?: Record<string, unknown>;
}

const insert = insertInto(auditLog);

/**
 * Records an action in the transaction that performs it. It is sent when this is called; nobody waits for its answer.
 * @param actor who acted, or their id; the person, in an account that is not their own; null if the system acted, or somebody unknown
 */
export async function audit(
  tx: Transaction,
  actor: { id: string; person?: { id: string } } | string | null,
  action: AuditAction,
  { subject, userId, detail = {} }: AuditEntry = {},
): Promise<void> {
  const row = {
    id: newId(tx.clock),
    at: tx.now,
    actorId: typeof actor === 'string' ? actor : (actor?.person?.id ?? actor?.id ?? null),
    action,
    subject: subject ?? null,
    subjectUserId: userId ?? null,
    detail,
    requestId: currentRequest(),
  };
  tx.send(insert(tx.sql, row));
}
