import type { Deps as PlatformDeps } from '../platform/deps.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Config } from './config.ts';
import type { Passwords } from './passwords/passwords.ts';

/** What the verbs of callers may need. */
export interface Deps extends PlatformDeps {
  config: Config;
  passwords: Passwords;
  /**
   * When each API key was last used, by the key's hash. It is kept here until it is written to the database.
   */
  keyUses: Map<string, Date>;
  /** Work that follows the first confirmation of an account's address, in the same transaction. */
  onConfirmed(tx: Transaction, account: { userId: string; email: string }): Promise<void>;
}
