import type { Deps as PlatformDeps } from '../platform/deps.ts';
import type { Config } from './config.ts';
import type { Passwords } from './passwords/passwords.ts';

/** What the verbs of callers may need. */
export interface Deps extends PlatformDeps {
  config: Config;
  passwords: Passwords;
  /** When each API key was last used, by the hash it is looked up with; until it is written down. */
  keyUses: Map<string, Date>;
}
