import type { Deps as CallersDeps } from '../callers/deps.ts';
import type { Config } from './config.ts';
import type { ObjectStore } from './uploads/object-store.ts';

/** The dependencies of the edge; every verb in the wings above may use them. */
export interface Deps extends CallersDeps {
  config: Config;
  objects: ObjectStore;
}
