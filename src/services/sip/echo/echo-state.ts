import type { trunkEchoes } from '../../../../db/schema/index.ts';
import type { TrunkEcho } from './contract.ts';

/** A call to the echo is cut after so many seconds. */
export const ECHO_SECONDS = 60;
/** The edge may need this much more: to reach the echo, and until its report of the end is taken. */
const GRACE_SECONDS = 30;

type Row = Pick<typeof trunkEchoes.$inferSelect, 'calledAt' | 'answeredAt' | 'endedAt'>;

/** How far a call to the echo has come at a moment. */
export function stateOf({ calledAt, answeredAt, endedAt }: Row, now: Date): TrunkEcho['state'] {
  if (endedAt !== null) return answeredAt === null ? 'failed' : 'ended';
  const age = now.getTime() - calledAt.getTime();
  if (age > (ECHO_SECONDS + GRACE_SECONDS) * 1000) return 'lost';
  return answeredAt === null ? 'arrived' : 'answered';
}
