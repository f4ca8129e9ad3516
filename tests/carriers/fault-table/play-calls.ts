import { expect } from 'bun:test';
import { createTwilio } from '../../../src/carriers/adapters/twilio/twilio.ts';
import { checkCarriers } from '../../../src/carriers/health.ts';
import { readActive } from '../../../src/carriers/registry.ts';
import { newDestination, order } from '../../api/voice/calls.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { eventually, expectSoundBooks, funded, quickSandboxes, RunningClock } from '../../kit/index.ts';
import { carriersAt } from '../accounts.ts';
import { VoiceCounterpart } from '../voice-counterpart.ts';
import { form, pathOf } from '../voice-dialect.ts';
import { twilio } from '../voice-twilio.ts';
import { HttpGate, type HttpFault } from './http-gate.ts';
import type { Pace, Played } from './play.ts';

const BEFORE = 3;
/** After this time a call that no carrier has confirmed is over, and nothing is charged for it. */
const GIVEN_UP_MS = 62_000;

/**
 * One customer calls all the time, and meanwhile the first carrier has a fault; the second one is sound. Calls that no
 * carrier has confirmed are `unknown`; they are given up after a minute.
 */
export async function playCalls(fault: HttpFault | 'refused', pace: Pace): Promise<Played> {
  const counterpart = new VoiceCounterpart(twilio);
  const gate = new HttpGate(
    counterpart.env.TWILIO_BASE_URL ?? '',
    (method, url) => method === 'POST' && url.endsWith('/Calls.json'),
  );
  const env = { ...counterpart.env, ...carriersAt(await gate.open()), SANDBOX_CARRIERS: 'on', CALLS_AT_ONCE: 'off' };
  const [, sound] = quickSandboxes();
  if (!sound) throw new Error('there are two simulated carriers');
  const clock = new RunningClock();
  const app = await startTestApp({ adapters: [createTwilio(pace.timeouts), sound], clock, env });
  try {
    await checkCarriers(app.deps);
    const person = await funded(app, '9000.00');
    const called: string[] = [];
    const callOne = async () => {
      const destination = newDestination();
      await order(person, { destination });
      called.push(destination);
    };
    for (let count = 0; count < BEFORE; count += 1) await callOne();
    await eventually('the calls before are placed', async () => (await openCalls(app)) === 0);
    const first = await readActive(app.deps);
    expect(first, 'the carrier serves before its fault').toBe('twilio');
    if (fault === 'refused') await gate.close();
    else gate.fault = fault;
    const begun = performance.now();
    let takenOver: number | null = null;
    while (performance.now() - begun < pace.faultMs && takenOver === null) {
      await callOne();
      await Bun.sleep(pace.everyMs);
      if ((await readActive(app.deps)) !== first) takenOver = (performance.now() - begun) / 1000;
    }
    for (let count = 0; count < BEFORE; count += 1) await callOne();
    // Where the carrier is not reached, each call has gone to the other one.
    const left = fault === 'refused' ? openCalls : underWay;
    await eventually('each is answered, or given up by us', 60_000, async () => (await left(app)) === 0);
    const unknown = await openCalls(app);
    if (fault === 'refused') await gate.open();
    else gate.fault = 'none';
    clock.advance(GIVEN_UP_MS);
    app.deps.signals.callsDue.fire();
    await eventually('nothing is open', 60_000, async () => (await openCalls(app)) === 0);
    await expectSoundBooks(app);
    const placed = counterpart.seen
      .filter((seen) => seen.method === 'POST' && pathOf(seen) === twilio.placePath)
      .map((seen) => form(seen).get('To') ?? '');
    return { sent: called.length, unknown, takenOver, back: null, ...(await count(app, placed)) };
  } finally {
    await app.stop();
    await gate.close();
    await counterpart.stop();
  }
}

/** Calls that no carrier has confirmed. */
async function openCalls({ deps: { sql } }: TestApp): Promise<number> {
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from voice_calls where ended_at is null and provider_call_id is null`;
  return row?.open ?? 0;
}

/** Those that are still to be placed, or are being placed: no answer and no failure is counted for them yet. */
async function underWay({ deps: { sql } }: TestApp): Promise<number> {
  const [row] = await sql<{ under: number }[]>`
    select (select count(*) from voice_calls where provider is not null or ended_at is null)::int
      - (select coalesce(sum(sends), 0) from provider_traffic)::int as under`;
  return row?.under ?? 0;
}

async function count(app: TestApp, placed: readonly string[]) {
  const rows = await app.deps.sql<{ destination: string; charged: boolean; taken: number }[]>`
    select v.destination, v.actual_cost > 0 as charged, count(s.id)::int as taken
    from voice_calls v left join sandbox_calls s on s.reference = v.id::text group by v.id`;
  const times = (number: string, second: number) => placed.filter((each) => each === number).length + second;
  return {
    takenTwice: rows.filter((row) => times(row.destination, row.taken) > 1).length,
    lost: rows.filter((row) => row.charged && times(row.destination, row.taken) === 0).length,
  };
}
