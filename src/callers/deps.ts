import type { Deps as PlatformDeps } from '../platform/deps.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { LeftBehind } from '../platform/mail/contract.ts';
import type { Config } from './config.ts';
import type { Passwords } from './passwords/passwords.ts';

/** The dependencies of the verbs of callers. */
export interface Deps extends PlatformDeps {
  config: Config;
  passwords: Passwords;
  /**
   * When each API key was last used, by the key's hash. It is kept here until it is written to the database.
   */
  keyUses: Map<string, Date>;
  /** Work that follows the first confirmation of an account's address, in the same transaction. */
  onConfirmed(tx: Transaction, account: { userId: string; email: string }): Promise<void>;
  /**
   * Ends what somebody who had the account could have left in it since then, in the transaction that gives it back.
   * @returns what ended
   */
  onReset(tx: Transaction, account: { userId: string; since: Date }): Promise<LeftBehind[]>;
}
