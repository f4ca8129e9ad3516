import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { trunks, type TrunkRing } from '../../db/schema/index.ts';
import type { PlanId } from '../../src/services/trunks/catalogue.ts';
import { type VoiceCall, voiceCall } from '../../src/services/voice/contract.ts';
import type { Credentials } from '../api/trunks/digest.ts';
import { buyTrunk } from '../api/payments/orders.ts';
import { received } from '../api/voice/incoming.ts';
import { eventually, funded, pagesOf, readAnswer, type TestActor, type TestApp } from '../kit/index.ts';
import type { ReceivedCall } from '../../src/services/voice/inbound/contract.ts';
import { rotateSipCredentials } from '../../src/services/trunks/contract.ts';

export const PROXY_TOKEN = 'a-token-that-only-edges-have';
export const REALM = 'sip.example.com';

/** Settings of a Topline with an edge, and with a carrier over SIP that is never reached (RFC 5737). */
export const SIP_SETTINGS = {
  SIP_PROXY_TOKEN: PROXY_TOKEN,
  SIP_REALM: REALM,
  SANDBOX_SIP_ROUTE: 'sip:192.0.2.1',
  SANDBOX_SIP_ADDRESSES: '192.0.2.10',
} as const;

/** The owner of a trunk, and the credentials of their telephone system. */
export interface Trunk {
  person: TestActor;
  trunkId: string;
  credentials: Credentials;
}

/** A person with a trunk of that plan. @param pounds what they had before they bought it */
export const makeTrunk = async (app: TestApp, plan: PlanId = 'basic', pounds = '3000.00'): Promise<Trunk> =>
  trunkFor(await funded(app, pounds), plan);

/** Somebody buys a trunk of that plan from their balance. */
export async function trunkFor(person: TestActor, plan: PlanId): Promise<Trunk> {
  const { id: trunkId } = await buyTrunk(person, plan);
  const made = await person.withCookie(`/api/users/${person.id}/voice-packages/${trunkId}/credentials`, {
    method: 'POST',
  });
  expect(made.status).toBe(201);
  return { person, trunkId, credentials: await readAnswer(made, rotateSipCredentials) };
}

/** A person whose trunk has no minutes of its own, and who has so much credit left. */
export async function makeTrunkWithout(app: TestApp, pence: number): Promise<Trunk> {
  const trunk = await makeTrunk(app, 'basic', (150 + pence / 100).toFixed(2));
  await app.deps.db.update(trunks).set({ callMinutesIncluded: 0 }).where(eq(trunks.id, trunk.trunkId));
  return trunk;
}

/** A step of a number's plan that rings the telephones of a trunk. */
export const ringing = ({ trunkId }: Pick<Trunk, 'trunkId'>, ring: TrunkRing = 'together', ringSeconds = 25) =>
  ({ kind: 'trunk', trunkId, ring, ringSeconds, hours: null }) as const;

/** All calls of an account, newest first. */
export const callsOf = async (person: TestActor): Promise<VoiceCall[]> =>
  (await pagesOf(person, `/api/users/${person.id}/voice`, voiceCall)).flat();

/** The newest call of a trunk, once it has ended. */
export const endOf = ({ person }: Pick<Trunk, 'person'>, withinMs = 15_000): Promise<VoiceCall> =>
  eventually('the call has ended', withinMs, async () => (await callsOf(person)).slice(0, 1).find(hasEnded));

/** The newest call to a number of a trunk's owner, once it has ended. */
export const endOfReceived = ({ person }: Pick<Trunk, 'person'>): Promise<ReceivedCall> =>
  eventually('the call has ended', async () => (await received(person)).slice(0, 1).find(hasEnded));

const hasEnded = ({ endedAt }: { endedAt: string | null }): boolean => endedAt !== null;
