import { eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { audit } from '../audit.ts';
import { createAccount } from './create-account.ts';
import { checkNewPassword } from '../passwords/check-new-password.ts';
import { generatePassword, type Passwords } from '../passwords/passwords.ts';

type Host = TransactionHost & { passwords: Passwords };

interface Sign {
  email: string;
  password: string;
}

/** Processes that start together take turns, so that only one of them makes the administrator. */
const FIRST_ADMIN_LOCK = 7_460_011;
const DEFAULT_EMAIL = 'admin@topline.local';

/**
 * Ensures that there is an administrator. The account that the settings name is created if it does not exist.
 * If they name none, an empty database gets an administrator with a generated password.
 * @throws validation_failed if the password of the settings is too weak
 * @returns the sign-in to show once, if the password was made here; otherwise null
 */
export async function ensureFirstAdmin(host: Host, configured: Sign | null): Promise<Sign | null> {
  return transact(host, async (tx) => {
    await tx.db.execute(template`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
    if (configured) {
      if (!(await exists(tx, configured.email))) await create(tx, host.passwords, configured);
      return null;
    }
    if (!(await isEmpty(tx))) return null;
    const made = { email: DEFAULT_EMAIL, password: generatePassword() };
    await create(tx, host.passwords, made);
    return made;
  });
}

async function create(tx: Transaction, passwords: Passwords, { email, password }: Sign): Promise<void> {
  checkNewPassword(password, { role: 'admin' });
  const passwordHash = await passwords.hash(password);
  const { id } = await createAccount(tx, {
    email,
    passwordHash,
    fullName: 'Administrator',
    company: null,
    role: 'admin',
    // The operator vouches for the address.
    emailConfirmedAt: tx.now,
  });
  await audit(tx, null, 'account.created', { subject: email, userId: id });
}

async function exists(tx: Transaction, email: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(template`lower(${users.email})`, template`lower(${email})`));
  return rows.length > 0;
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const rows = await tx.db.select({ id: users.id }).from(users).limit(1);
  return rows.length === 0;
}
