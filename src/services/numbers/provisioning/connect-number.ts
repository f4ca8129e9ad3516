import { messagesUrl } from '../../../carriers/callback-url.ts';
import type { Deps } from '../../deps.ts';
import type { NumberRow } from '../present-number.ts';

/**
 * Tells a number's carrier where messages to it go; again changes nothing. Nothing to do where the carrier needs
 * no telling. Rejects where it is not known to be done.
 */
export async function connectNumber(
  { deps }: { deps: Deps },
  { provider, carrierNumberId, number, countryCode }: NumberRow,
): Promise<void> {
  const setAddress = deps.carriers.find(provider ?? '')?.incomingSms?.setAddress;
  if (!setAddress || provider === null || carrierNumberId === null) return;
  await setAddress({ number, countryCode, carrierNumberId }, messagesUrl({ deps }, provider));
}
