import { type CallMoment, type CallPlan, MENU_SECONDS, MESSAGE_SECONDS } from '../../../carriers/call-flow.ts';
import { type Preference, readPreference } from '../../../carriers/preference.ts';
import { transact } from '../../../platform/events/transact.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { hangUpCall } from '../../voice/hang-up.ts';
import type { Ingress } from '../../voice/inbound/ingress.ts';
import { moveOn } from '../../voice/inbound/move-on.ts';
import { addRing, openAddress } from '../../voice/trunk/add-ring.ts';
import { findReachable } from '../../voice/trunk/find-reachable.ts';
import { ringUser } from '../../voice/trunk/ring-address.ts';
import { legByRoutes } from '../incoming/by-edge.ts';
import { canGreet } from './can-greet.ts';
import type { MachineInstruction, instructMachine as contract } from './contract.ts';
import { findMachineCall } from './find-machine-call.ts';
import { GOODBYE, soundPath } from './sound-path.ts';

type Report = BodyOf<typeof contract>;

/**
 * Takes what happened with a call that the edge's answering machine has, and says what it does next. A leg that it
 * connects the caller to has the cost of its first minutes set aside before the answer. The same report gets the same answer.
 * A call that the machine lost is hung up.
 * @throws not_found (no such call, or no edge has it)
 */
export async function instructMachine(
  deps: Deps,
  { callId, report }: { callId: string; report: Report },
): Promise<MachineInstruction> {
  const { happened, step, digit } = report;
  const call = await transact(deps, async (tx) => {
    const found = await findMachineCall(tx.db, callId);
    if (happened === 'lost' && found.endedAt === null) await hangUpCall(tx, deps, found);
    return found;
  });
  const silent = { do: 'hang-up', sound: null } as const;
  if (happened === 'lost') return silent;
  // After the owner hangs up, we ring no other step.
  if (call.endedAt !== null || call.hangUpRequestedAt !== null) return silent;
  const ingress = byMachine(deps, { preference: await readPreference(deps, 'voice') });
  const moment = momentOf({ happened, digit });
  const { plan } = await moveOn(deps, { callId: call.id, moment, step, ingress });
  const next = instructionOf(deps, plan);
  if (next) return next;
  return moment.kind === 'done' ? { do: 'hang-up', sound: soundPath(call.id, GOODBYE) } : silent;
}

type Happened = Exclude<Report['happened'], 'lost'>;

function momentOf({ happened, digit }: { happened: Happened; digit: string }): CallMoment {
  switch (happened) {
    case 'arrived':
      return { kind: 'answered' };
    case 'digit':
      return { kind: 'digit', digit };
    case 'silence':
      return { kind: 'digit', digit: '' };
    case 'recorded':
      return { kind: 'done' };
    case 'unconnected':
      return { kind: 'unconnected' };
  }
}

/** The present step of a call's plan; null where nothing is left to do. */
function instructionOf(
  { config }: Pick<Deps, 'config'>,
  { reference, answer, leg }: CallPlan,
): MachineInstruction | null {
  if (!answer) throw new Error('a call to a number has no answer plan');
  const { step, action } = answer;
  switch (action?.kind) {
    case 'menu':
      return { do: 'menu', step, sound: soundPath(reference, step), seconds: MENU_SECONDS };
    case 'voicemail':
      return { do: 'record', step, sound: soundPath(reference, step), seconds: MESSAGE_SECONDS };
    case 'trunk':
    case 'forward': {
      if (!leg) return null;
      const user = ringUser(config, leg.reference);
      // How long it may really last is known to the edge, which is told when it gets longer.
      const seconds = config.sipCallSeconds;
      return { do: 'connect', step, user, ringSeconds: action.ringSeconds, seconds };
    }
    case 'busy':
    case undefined:
      return null;
  }
}

/**
 * A call to a number that the edge's answering machine has answered. It rings trunks and calls other numbers by calling
 * the edge, over a leg of its own.
 */
const byMachine = ({ config }: Pick<Deps, 'config'>, { preference }: { preference: Preference }): Ingress => ({
  // A call that was forwarded too often has no such step by then.
  mayForward: true,
  begin: () => Promise.reject(new Error('an answering machine begins no calls')),
  takes: async (tx, { userId }, action) =>
    action.kind === 'trunk' ? (await findReachable(tx, { userId, ...action })) !== undefined : canGreet(action),
  // No carrier has part in it.
  ring: (tx, call, action) => addRing(tx, config, { call: { ...call, provider: null }, ...action }),
  legOf: legByRoutes(config, preference),
  beginLeg: (tx, { id: legId }) => openAddress(tx, { legId, trunkId: null }),
});
