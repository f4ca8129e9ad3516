import { ensureBuilt } from '../../kit/built.ts';

/** Once, before the browsers. */
export default ensureBuilt;
