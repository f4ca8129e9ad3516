import { countParts } from '../../../money/pricing/parts.ts';
import { quoteRecipients } from '../../../money/pricing/quote-recipients.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { add, formatMoney, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import type { quoteSms as endpoint } from '../contract.ts';
import { parseRecipients } from './parse-recipients.ts';

/**
 * What a message would cost an account, by destination.
 * @throws validation_failed (recipients)
 */
export async function quoteSms(
  { db, clock }: Deps,
  { userId, recipients, message }: { userId: string; recipients: readonly string[]; message: string },
): Promise<ResponseOf<typeof endpoint>> {
  const numbers = [...(await parseRecipients(recipients)).keys()];
  const destinations = await quoteRecipients(db, {
    ...{ userId, now: clock.now(), numbers },
    parts: countParts(message).parts,
    shortParts: countParts(message, '160/153').parts,
  });
  const total = destinations.map(({ cost }) => parseMoney(cost)).reduce(add, ZERO);
  return { total: formatMoney(total, 4), destinations };
}
