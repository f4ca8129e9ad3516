import type { Deps } from '../../deps.ts';
import { invalidField, Problem } from '../../../platform/kit/errors.ts';
import type { Carrier } from '../../../carriers/port.ts';
import { preferredCarriers } from '../../../carriers/preference.ts';
import type { VoiceCarrier } from '../../../carriers/voice-port.ts';

/** A carrier that places calls. */
export type CallingCarrier = Carrier & { voice: VoiceCarrier };

const placesCalls = (carrier: Carrier): carrier is CallingCarrier => carrier.voice !== undefined;

/** The carriers that place calls: the active one first, then those that stand in for it, the healthy ones first. */
export async function callingCarriers(deps: Deps): Promise<CallingCarrier[]> {
  return (await preferredCarriers(deps)).filter(placesCalls);
}

/**
 * Checks that a call could be placed now.
 * @param carrier the active one, if any places calls
 * @throws unavailable (no carrier for it), validation_failed (a caller ID that the carrier will not take)
 */
export function requireCallable(carrier: CallingCarrier | undefined, callerId: string): void {
  if (!carrier) throw new Problem('unavailable', 'No provider for calls is set up at the moment');
  const words = carrier.voice.callerIdFault(callerId);
  if (words !== null) throw invalidField('callerId', words);
}

/** A carrier by its name, if it places calls. @throws not_found */
export function callingCarrier(deps: Deps, name: string): CallingCarrier {
  const carrier = deps.carriers.get(name);
  if (placesCalls(carrier)) return carrier;
  throw new Problem('not_found', 'This provider places no calls');
}
