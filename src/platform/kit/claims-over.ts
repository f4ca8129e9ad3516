import type { Clock } from './clock.ts';

/**
 * The moment at which claims have to have ended to be over, so that another process may take them over: now. Lately after
 * PostgreSQL's clock was set ahead, it is earlier by as much: what was claimed before that holds for its full time.
 */
export const claimsOverAt = (clock: Clock): Date => new Date(clock.now().getTime() - (clock.setAheadMs?.() ?? 0));
