import type { Deps as CallersDeps } from '../callers/deps.ts';
import type { Config } from './config.ts';
import type { ObjectStore } from './uploads/object-store.ts';

/** What the edge needs; every verb in the wings above may use it. */
export interface Deps extends CallersDeps {
  config: Config;
  objects: ObjectStore;
}
