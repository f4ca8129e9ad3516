import type { Deps as PlatformDeps } from '../platform/deps.ts';
import type { Config } from './config.ts';

/** What the verbs of callers may need. */
export interface Deps extends PlatformDeps {
  config: Config;
  /** When each API key was last used, by the hash it is looked up with; until it is written down. */
  keyUses: Map<string, Date>;
}
