import { expect } from 'bun:test';
import type { SandboxVoiceSettings } from '../../../src/carriers/adapters/sandbox/voice.ts';
import { type VoiceCall, voiceCall } from '../../../src/services/voice/contract.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { fetchRecordings } from '../../../src/services/voice/recordings/fetch-recordings.ts';
import { tellFromSandbox } from '../../../src/services/voice/running/sandbox-calls.ts';
import { type ActorInit, endWithSoundBooks, funded, type TestActor } from '../../kit/index.ts';
import { SANDBOX_ENDINGS } from '../../../src/carriers/adapters/sandbox/catalogue.ts';
import { newNumber, quickSandboxes, startTestApp, type TestApp, TestClock, forFile } from '../../kit/index.ts';

/** Endings of numbers that the simulated carriers treat in a way of their own. */
export const ENDING = { ...SANDBOX_ENDINGS, unanswered: SANDBOX_ENDINGS.noAnswer };

/** A call rings after a second, is answered after two, and lasts 90 seconds. */
export const PACE: SandboxVoiceSettings = {
  latencyMs: [0, 0],
  ringsAfterMs: [1000, 1000],
  answersAfterMs: [1000, 1000],
  lastsMs: [90_000, 90_000],
  tone: 1,
};

/** A server on which nothing happens by itself: the test says when, and moves the clock. */
export const startVoiceApp = (pace: Partial<SandboxVoiceSettings> = {}, clock = new TestClock()): Promise<TestApp> =>
  startTestApp({
    background: false,
    adapters: quickSandboxes({ calls: { ...PACE, ...pace } }),
    clock,
    env: { WEBHOOKS_TO_LOOPBACK: 'on' },
  });

/** Such a server for all tests of a file, whose books are looked at in the end, and somebody on it who has so many pounds. */
export async function withCaller(pounds: string): Promise<{ app: TestApp; person: TestActor }> {
  const app = await forFile(startVoiceApp());
  endWithSoundBooks(app);
  return { app, person: await funded(app, pounds) };
}

/** Another process with the database of such a server. */
export const startBeside = ({ databaseUrl, clock }: TestApp): Promise<TestApp> =>
  startTestApp({ background: false, databaseUrl, clock, adapters: quickSandboxes({ calls: PACE }) });

/** A number that is answered, another one each time, or one of these endings. */
export const newDestination = (ending = '1234'): string => newNumber(ending);

type Order = { destination?: string; [field: string]: unknown };

export function orderCall(person: TestActor, order: Order = {}, headers?: ActorInit['headers']): Promise<Response> {
  const json = { callerId: '+447911123456', destination: newDestination(), ...order };
  return person.as(`/api/users/${person.id}/voice`, { json, headers });
}

export async function order(person: TestActor, fields: Order = {}): Promise<VoiceCall> {
  const response = await orderCall(person, fields);
  const text = await response.text();
  if (response.status !== 201) expect(text).toBe('an accepted call');
  return voiceCall.parse(JSON.parse(text));
}

export const readCall = async (person: TestActor, id: string): Promise<VoiceCall> =>
  voiceCall.parse(await (await person.as(`/api/users/${person.id}/voice/${id}`)).json());

export const hangUp = (person: TestActor, id: string): Promise<Response> =>
  person.as(`/api/users/${person.id}/voice/${id}/hang-up`, { method: 'POST' });

/** The simulated carrier's id of a call or a leg, to tell news of it; empty where it has none. */
export async function atCarrier({ deps }: TestApp, reference: string): Promise<{ id: string; reference: string }> {
  const [row] = await deps.sql<{ id: string }[]>`select id from sandbox_calls where reference = ${reference}`;
  return { id: row?.id ?? '', reference };
}

/** Lets the server and the simulated carriers do all that is due at this moment. */
export async function settle(app: TestApp): Promise<void> {
  await lookAfterCalls(app.deps);
  await tellFromSandbox(app.deps);
  await lookAfterCalls(app.deps);
  await fetchRecordings(app.deps);
}

export async function pass(app: TestApp, seconds: number): Promise<void> {
  await settle(app);
  app.clock.advance(seconds * 1000);
  await settle(app);
}

export async function passToAnswer(app: TestApp): Promise<void> {
  await pass(app, 1.1);
  await pass(app, 1.1);
}

export async function passToEnd(app: TestApp): Promise<void> {
  await passToAnswer(app);
  await pass(app, 91);
}

export async function giveTrunk(app: TestApp, person: TestActor, minutes: number, purchasedAt: Date): Promise<string> {
  const id = Bun.randomUUIDv7();
  const bought = purchasedAt.toISOString();
  await app.deps.sql`
    insert into transactions (id, user_id, type, amount, description, status, voice_package_id, created_at)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'voice_package', 0, 'Basic', 'completed', ${id}, ${bought}::timestamptz)`;
  await app.deps.sql`
    insert into voice_packages (id, user_id, package_type, package_name, price, features,
      call_minutes_included, purchased_at, expires_at, is_active)
    values (${id}, ${person.id}, 'basic', 'Basic', '150.00', '{}', ${minutes}, ${bought}::timestamptz,
      ${bought}::timestamptz + interval '1 year', true)`;
  return id;
}
