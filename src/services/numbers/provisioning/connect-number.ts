import { callsUrl, messagesUrl } from '../../../carriers/callback-url.ts';
import type { Deps } from '../../deps.ts';
import type { NumberRow } from '../present-number.ts';

/**
 * Tells a number's carrier to which addresses it delivers messages and calls; it can be repeated. It does nothing for a carrier
 * that does not need this. It rejects if the result is not certain.
 */
export async function connectNumber(
  { deps }: { deps: Deps },
  { provider, carrierNumberId, number, countryCode }: NumberRow,
): Promise<void> {
  const carrier = deps.carriers.find(provider ?? '');
  if (!carrier || provider === null || carrierNumberId === null) return;
  const own = { number, countryCode, carrierNumberId };
  await carrier.incomingSms?.setAddress?.(own, messagesUrl({ deps }, provider));
  await carrier.incomingCalls?.setAddress?.(own, callsUrl({ deps }, provider));
}
