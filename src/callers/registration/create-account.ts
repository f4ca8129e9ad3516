import { and, type AnyColumn, eq, ne, sql as template } from 'drizzle-orm';
import { mailLinks, users } from '../../../db/schema/index.ts';
import { brokenConstraint, type Transaction } from '../../platform/events/transact.ts';
import { fieldError, Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Language } from '../../platform/kit/languages.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { changeTotals } from '../../platform/totals/total-changes.ts';
import { addApiKey } from '../keys/api-keys.ts';
import type { User } from '../contract.ts';
import { notifyReseller } from '../notify-reseller.ts';
import { DEFAULT_KEY, readUser } from '../present-user.ts';
import { fault } from '../../platform/kit/faults.ts';

export interface NewAccount {
  email: string;
  /** `hashPassword` made it. */
  passwordHash: string;
  fullName: string;
  company: string | null;
  /** Null if it is not known. */
  language?: Language | null;
  country?: string | null;
  /** The terms that they accepted. */
  termsVersion?: string | null;
  role: User['role'];
  /** The first spend limits, decimal strings in pounds; if absent, there are none. */
  limits?: { daily: string | null; country: string | null };
  /** How many calls the account may have at one time; null: as many as its credit covers. */
  callsAtOnce?: number | null;
  /** The reseller whose customer they are. */
  resellerId?: string | null;
  /** Set if the address does not have to be confirmed. */
  emailConfirmedAt?: Date | null;
}

/**
 * Adds an account with its first API key; only this answer has the key in full.
 * @throws email_taken
 */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<User> {
  await requireFreeAddress(tx, null, account.email);
  const { passwordHash, limits, ...columns } = account;
  const [row] = await tx.db
    .insert(users)
    .values({
      ...columns,
      id: newId(tx.clock),
      password: passwordHash,
      dailyLimit: money(limits?.daily),
      countryLimit: money(limits?.country),
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw emailTaken();
  await changeTotals(tx, { users: 1, activeUsers: 1 });
  notifyReseller(tx, row.resellerId, row.id);
  const { key } = await addApiKey(tx, row.id, {
    ...{ name: DEFAULT_KEY, scopes: null, expiresAt: null, addresses: null },
  });
  return { ...(await readUser(tx.db, row.id)), apiKey: key };
}

const money = (pounds: string | null | undefined) => (pounds ? parseMoney(pounds) : null);

const emailTaken = () =>
  new Problem('email_taken', fault('emailTaken'), { fields: [fieldError('email', fault('emailTaken'))] });

/** What to do where an address could not be stored. @throws email_taken */
export function refuseTaken(error: unknown): never {
  throw brokenConstraint(error) === 'users_email_key' ? emailTaken() : error;
}

/** The account's confirmed address from now on. @throws email_taken */
export async function storeEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const set = { email, emailConfirmedAt: tx.now, pendingEmail: null, updatedAt: tx.now };
  await tx.db.update(users).set(set).where(eq(users.id, userId)).catch(refuseTaken);
}

/**
 * An address is taken as long as an account has it, and as long as its owner can undo its loss.
 * @param userId the account that will have it; null for a new one
 * @throws email_taken
 */
export async function requireFreeAddress(tx: Transaction, userId: string | null, email: string): Promise<void> {
  const [taken] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(template`lower(${users.email})`, email.toLowerCase()), isOther(users.id, userId)));
  const [undoable] = await tx.db
    .select({ id: mailLinks.id })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.purpose, 'undo_email'),
        eq(template`lower(${mailLinks.email})`, email.toLowerCase()),
        isOther(mailLinks.userId, userId),
        template`${mailLinks.expiresAt} > ${tx.now.toISOString()}::timestamptz`,
      ),
    );
  if (taken ?? undoable) throw emailTaken();
}

const isOther = (column: AnyColumn, userId: string | null) => (userId === null ? undefined : ne(column, userId));
