import { afterAll, afterEach, beforeAll, expect } from 'bun:test';
import { readActive } from '../../src/carriers/registry.ts';
import { forward, plan, voicemail } from '../api/voice/incoming.ts';
import { bought } from '../api/numbers/numbers.ts';
import { expectSoundBooks, funded, quickSandboxes, type TestActor, type TestApp, there } from '../kit/index.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { PUBLIC_URL, type Sent, type VoiceDialect } from './voice-dialect.ts';

export const CALLER = '+447911000001';
export const OFFICE = '+442079460000';

interface Carried {
  counterpart: VoiceCounterpart;
  app: TestApp;
}
const open = new Map<string, Carried>();

/** Opens these carriers, each with a server of its own, for the tests of a file. */
export function openCarriers(...dialects: readonly VoiceDialect[]): void {
  beforeAll(async () => {
    const opened = dialects.map(async (dialect) => {
      const counterpart = new VoiceCounterpart(dialect);
      const app = await counterpart.startApp(quickSandboxes());
      // The simulated carrier sells the numbers.
      await readActive(app.deps);
      await app.deps.sql`update provider_state set active = 'sandbox'`;
      open.set(dialect.name, { counterpart, app });
    });
    await Promise.all(opened);
  });
  afterEach(() => {
    for (const { counterpart } of open.values()) expect(counterpart.faults).toEqual([]);
  });
  afterAll(async () => {
    for (const { counterpart, app } of open.values()) {
      await expectSoundBooks(app);
      await app.stop();
      await counterpart.stop();
    }
    // The next file shares this module.
    open.clear();
  });
}

export interface Owner extends Carried {
  person: TestActor;
  id: string;
  to: string;
  address: string;
}

export async function owner(name: string, steps: Steps | null, pounds = '12.00'): Promise<Owner> {
  const person = await funded(appOf(name), (Number(pounds) + 49).toFixed(2));
  return numberAt(name, person, steps);
}

type Steps = Parameters<typeof plan>[2];

export const appOf = (name: string): TestApp => carriedBy(name).app;

function carriedBy(name: string): Carried {
  return there(open.get(name), `no ${name}`);
}

export async function numberAt(name: string, person: TestActor, steps: Steps | null): Promise<Owner> {
  const carried = carriedBy(name);
  const { id, number: to } = await bought(person);
  await carried.app.deps.sql`
    update did_numbers set status = 'active', provider = ${name}, provider_number_id = 'PN1' where id = ${id}`;
  if (steps) await plan(person, id, steps);
  return { ...carried, person, id, to, address: `${PUBLIC_URL}/api/callbacks/${name}/calls` };
}

export const STEPS = [forward(OFFICE, 20), voicemail];

export async function textOf(app: TestApp, sent: Sent): Promise<string> {
  const answer = await post(app, sent);
  expect(answer.status).toBe(200);
  return answer.text();
}
