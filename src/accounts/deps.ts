import type { Deps as ServicesDeps } from '../services/deps.ts';
import type { Config } from './config.ts';

/** What the verbs of accounts may need. */
export interface Deps extends ServicesDeps {
  config: Config;
}
