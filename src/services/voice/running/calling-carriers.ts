import type { Deps } from '../../deps.ts';
import { invalidField, Problem } from '../../../platform/kit/errors.ts';
import type { Carrier } from '../../../carriers/port.ts';
import { readPreference } from '../../../carriers/preference.ts';
import type { Carriers } from '../../../carriers/registry.ts';
import type { CallRow } from '../present-call.ts';
import { type ChosenCarrier, chooseForCall } from './choose-carriers.ts';
import type { VoiceCarrier } from '../../../carriers/voice-port.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/** A carrier that places calls. */
export type CallingCarrier = Carrier & { voice: VoiceCarrier };

const placesCalls = (carrier: Carrier): carrier is CallingCarrier => carrier.voice !== undefined;

/** The names of the carriers that place calls. */
export const canCall = ({ list }: Carriers): string[] => list.filter(placesCalls).map(({ name }) => name);

/** A carrier that may be tried next for a call, and the reason. */
export interface CallRoute {
  carrier: CallingCarrier;
  /** Its price; null if no carrier's prices are known. */
  chosen: ChosenCarrier | null;
}

/** The carriers that place calls: the active one first, then its substitutes, healthy ones first. */
export async function callingCarriers(deps: Deps): Promise<CallingCarrier[]> {
  return (await readPreference(deps, 'voice')).carriers.filter(placesCalls);
}

/** The carriers that may place a call, in the order in which they are tried. */
export async function routesOfCall(deps: Deps, call: CallRow): Promise<CallRoute[]> {
  const preference = await readPreference(deps, 'voice');
  const carriers = preference.carriers.filter(placesCalls);
  const chosen = await chooseForCall(deps, { ...preference, carriers }, call);
  if (!chosen) return carriers.map((carrier) => ({ carrier, chosen: null }));
  return chosen.flatMap((each) => {
    const carrier = carriers.find(({ name }) => name === each.carrier);
    return carrier ? [{ carrier, chosen: each }] : [];
  });
}

/**
 * Checks that a call could be placed now.
 * @param carrier the active one, if any places calls
 * @throws unavailable (no carrier for it), validation_failed (a caller ID that the carrier does not accept)
 */
export function requireCallable(carrier: CallingCarrier | undefined, callerId: string): void {
  if (!carrier) throw new Problem('unavailable', sentence('noCalls'));
  const words = carrier.voice.callerIdFault(callerId);
  if (words !== null) throw invalidField('callerId', words);
}

/** A carrier by its name, if it places calls. @throws not_found */
export function callingCarrier(deps: Deps, name: string): CallingCarrier {
  const carrier = deps.carriers.get(name);
  if (placesCalls(carrier)) return carrier;
  throw new Problem('not_found', 'This provider places no calls');
}
