import type { Deps } from '../../services/deps.ts';
import { liftLimit } from '../../accounts/limits/lift-limit.ts';
import { openDestinations } from '../../accounts/limits/open-destinations.ts';
import { setCallsAtOnce } from '../../accounts/limits/set-calls-at-once.ts';
import { setLimits } from '../../accounts/limits/set-limits.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Wanted } from '../../callers/approvals/contract.ts';
import type { Transaction } from '../../platform/events/transact.ts';

export type WantedLimits = Extract<
  Wanted,
  { kind: 'limit_lift' | 'limits' | 'destinations' | 'calls_at_once' }
>;

/**
 * Widens an account's limits, as two administrators agreed. @throws not_found, validation_failed (the time has
 * passed)
 */
export async function changeLimits(
  context: { deps: Deps; tx: Transaction; actor: Actor },
  wanted: WantedLimits,
): Promise<void> {
  const { userId } = wanted;
  switch (wanted.kind) {
    case 'limit_lift':
      await liftLimit(context, { userId, body: { until: wanted.until ?? undefined } });
      return;
    case 'limits':
      await setLimits(context, { userId, body: wanted, agreed: true });
      return;
    case 'destinations':
      await openDestinations(context, { userId, body: wanted, agreed: true });
      return;
    case 'calls_at_once':
      await setCallsAtOnce(context, { userId, body: wanted, agreed: true });
  }
}
