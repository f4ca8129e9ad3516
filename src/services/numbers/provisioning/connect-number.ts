import { messagesUrl } from '../../../carriers/callback-url.ts';
import type { Deps } from '../../deps.ts';
import type { NumberRow } from '../present-number.ts';

/**
 * Tells a number's carrier to which address it delivers messages; it can be repeated. It does nothing for a carrier
 * that does not need this. It rejects if the result is not certain.
 */
export async function connectNumber(
  { deps }: { deps: Deps },
  { provider, carrierNumberId, number, countryCode }: NumberRow,
): Promise<void> {
  const setAddress = deps.carriers.find(provider ?? '')?.incomingSms?.setAddress;
  if (!setAddress || provider === null || carrierNumberId === null) return;
  await setAddress({ number, countryCode, carrierNumberId }, messagesUrl({ deps }, provider));
}
