import type { Queryable } from '../../db/client.ts';
import type { RatedService } from '../../db/enums.ts';
import type { Deps as EdgeDeps } from '../edge/deps.ts';
import type { Config } from './config.ts';
import type { CostsInUse } from './pricing/costs-in-use.ts';

/** The dependencies of the verbs of money. */
export interface Deps extends EdgeDeps {
  config: Config;
  /** The facts that this process last saw in the carriers' price lists. */
  costsInUse: CostsInUse;
  /** The carriers that are set up for a service. */
  carriersFor: (service: RatedService) => readonly string[];
  /** Pounds for one of each known currency, decimal strings. */
  knownRates: (db: Queryable) => Promise<ReadonlyMap<string, string>>;
}
