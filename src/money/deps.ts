import type { Deps as EdgeDeps } from '../edge/deps.ts';
import type { Config } from './config.ts';

/** What the verbs of money may need. */
export interface Deps extends EdgeDeps {
  config: Config;
}
