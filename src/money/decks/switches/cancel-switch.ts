import { eq } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import { rateSwitches } from '../../../../db/schema/index.ts';
import type { Acting } from '../../../callers/acting.ts';
import { audit } from '../../../callers/audit.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import { offersChangedEvent } from '../../pricing/events.ts';
import { lockUse } from './lock-use.ts';

/**
 * Takes an announced change back: what is sold by now goes on. One administrator may, since nobody pays more.
 * @throws not_allowed_now: nothing is announced, or it holds already
 */
export async function cancelSwitch({ tx, actor }: Acting, service: RatedService): Promise<void> {
  const { announced } = await lockUse(tx, service);
  if (!announced) throw new Problem('not_allowed_now', sentence('switchGone'));
  await tx.db.delete(rateSwitches).where(eq(rateSwitches.service, service));
  await audit(tx, actor, 'rates.switch_cancelled', {
    subject: service,
    detail: { announced: announced.deckId ?? 'flat', holdsFrom: announced.holdsFrom.toISOString() },
  });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
}
