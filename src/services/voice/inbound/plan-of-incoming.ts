import { and, eq, isNotNull } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../../db/client.ts';
import { type AnswerAction, objects } from '../../../../db/schema/index.ts';
import type { CallPlan } from '../../../carriers/call-flow.ts';
import { idOfUpload } from '../../../edge/uploads/link.ts';
import { soundUrl } from '../../../edge/uploads/sound-link.ts';
import type { Deps } from '../../deps.ts';
import { type CallRow, readLegs } from '../read-call.ts';
import { addressInside } from '../trunk/address-inside.ts';
import { ringAddress } from '../trunk/ring-address.ts';
import type { IncomingRow } from './present-received.ts';

const NUMBER = /^\+[1-9]\d{6,14}$/;

/** The caller ID of a leg: the caller's number, if the carrier allows that and it is one; otherwise the number called. */
export function shownCaller(deps: Pick<Deps, 'carriers'>, { provider, callerId, destination }: CallRow): string {
  const showsCaller = deps.carriers.find(provider ?? '')?.incomingCalls?.showsCaller ?? false;
  return showsCaller && NUMBER.test(callerId) ? callerId : destination;
}

/**
 * The instructions for a carrier about a call to a number.
 * @param isFirst whether the carrier has not been told anything about it yet
 */
export async function planOfIncoming(
  deps: Pick<Deps, 'carriers' | 'config' | 'clock'>,
  db: Queryable,
  { call, incoming, isFirst }: { call: CallRow; incoming: IncomingRow; isFirst: boolean },
): Promise<CallPlan> {
  const { legId, step, steps } = incoming;
  const action = steps[step] ?? null;
  const leg = legId === null ? undefined : (await readLegs(db, [call.id])).find(({ id }) => id === legId);
  return {
    reference: call.id,
    callerId: shownCaller(deps, call),
    destination: call.destination,
    timeLimit: call.maxMinutes * 60,
    record: false,
    ivr: false,
    forwardTo: null,
    leg:
      leg && leg.endedAt === null
        ? {
            reference: leg.id,
            timeLimit: leg.maxMinutes * 60,
            sip:
              action?.kind === 'trunk'
                ? ringAddress(deps.config, leg.id)
                : await addressInside({ ...deps, sql: driverOf(db) }, leg),
          }
        : null,
    voicemail: false,
    conferenceRoom: null,
    says: null,
    saysIn: call.saysIn ?? undefined,
    answer: { step, action, isFirst, sound: await soundOf(deps, db, action) },
  };
}

/** The address of an action's recording; null where it has none, or it was replaced and deleted amid the call. */
async function soundOf(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  db: Queryable,
  action: AnswerAction | null,
): Promise<string | null> {
  const path = action && 'recording' in action ? action.recording : undefined;
  if (path === undefined) return null;
  const [object] = await db
    .select({ id: objects.id })
    .from(objects)
    .where(and(eq(objects.id, idOfUpload(path)), isNotNull(objects.storageKey)));
  return object ? soundUrl({ config, now: clock.now() }, object.id) : null;
}
