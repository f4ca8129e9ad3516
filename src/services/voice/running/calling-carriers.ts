import type { Queryable } from '../../../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { Carrier } from '../../../carriers/port.ts';
import { type Preference, readPreference } from '../../../carriers/preference.ts';
import type { Carriers } from '../../../carriers/registry.ts';
import type { CallRow } from '../read-call.ts';
import { type ChosenCarrier, chooseForCall } from './choose-carriers.ts';
import type { VoiceCarrier } from '../../../carriers/voice-port.ts';

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

/** How the carriers that place calls are chosen at this moment. */
export type CallPreference = Omit<Preference, 'carriers'> & { carriers: CallingCarrier[] };

/** The carriers that place calls: the active one first, then its substitutes, healthy ones first. */
export async function readCallPreference(deps: Deps): Promise<CallPreference> {
  const preference = await readPreference(deps, 'voice');
  return { ...preference, carriers: preference.carriers.filter(placesCalls) };
}

/** The carriers that may place a call, in the order in which they are tried. */
export async function routesOfCall(deps: Deps, call: CallRow): Promise<CallRoute[]> {
  const preference = await readCallPreference(deps);
  const { carriers } = preference;
  const chosen = await chooseForCall(deps, preference, call);
  if (!chosen) return carriers.map((carrier) => ({ carrier, chosen: null }));
  return chosen.flatMap((each) => {
    const carrier = carriers.find(({ name }) => name === each.carrier);
    return carrier ? [{ carrier, chosen: each }] : [];
  });
}

/** Checks that a call may be sold, and that any carrier places calls. @throws simulated_only, unavailable */
export function requireCarrier(deps: Pick<Deps, 'carriers'>, { carriers }: CallPreference): void {
  deps.carriers.requireSelling();
  if (carriers.length === 0) throw new Problem('unavailable', sentence('noCalls'));
}

/**
 * Checks that the carrier that is chosen for a call accepts its caller ID.
 * @param deps of the transaction that adds the call
 * @throws validation_failed
 */
export async function requireCallerId(
  deps: Pick<Deps, 'clock'> & { db: Queryable },
  preference: CallPreference,
  call: CallRow,
): Promise<void> {
  const chosen = await chooseForCall(deps, preference, call);
  const { carriers } = preference;
  const first = chosen ? carriers.find(({ name }) => name === chosen[0]?.carrier) : carriers[0];
  const words = first?.voice.callerIdFault(call.callerId) ?? null;
  if (words !== null) throw invalidField('callerId', words);
}

/** A carrier by its name, if it places calls. @throws not_found */
export function callingCarrier(deps: Deps, name: string): CallingCarrier {
  const carrier = deps.carriers.get(name);
  if (placesCalls(carrier)) return carrier;
  throw new Problem('not_found', 'This provider places no calls');
}
