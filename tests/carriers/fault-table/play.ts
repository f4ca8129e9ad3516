import { expect } from 'bun:test';
import type { Timeouts } from '../../../src/carriers/adapters/http-carrier.ts';
import { checkCarriers } from '../../../src/carriers/health.ts';
import { readActive } from '../../../src/carriers/registry.ts';
import { eventually, newNumber, send, startTestApp, type TestApp, there } from '../../kit/index.ts';
import { expectSoundBooks, funded, quickSandboxes, RunningClock, type TestActor } from '../../kit/index.ts';
import type { Open } from './carriers.ts';

export interface Played {
  sent: number;
  takenTwice: number;
  /** Messages that are charged although no carrier took them, or that never end. */
  lost: number;
  unknown: number;
  /** Seconds until another carrier was the active one; null: none took over. */
  takenOver: number | null;
  /** Seconds by the program's clock from the end of the fault until the carrier was active again. */
  back: number | null;
}

/** How long a fault lasts at most, and how much is sent meanwhile. */
export interface Pace {
  timeouts: Timeouts;
  faultMs: number;
  everyMs: number;
  /** How many customers send. */
  customers: 1 | 2;
}

const BEFORE = 6;
/** The same for the settlement of what was under way. */
const PATIENCE_MS = 60_000;

/** One or two customers send all the time, and meanwhile the first carrier has a fault; the second one is sound. */
export async function play(open: Open, pace: Pace): Promise<Played> {
  const faulty = await open(pace.timeouts);
  const [, sound] = quickSandboxes();
  if (!sound) throw new Error('there are two simulated carriers');
  const clock = new RunningClock();
  const app = await startTestApp({ adapters: [faulty.adapter, sound], clock, env: faulty.env });
  try {
    await checkCarriers(app.deps);
    const people = await Promise.all(Array.from({ length: pace.customers }, () => funded(app, '500.00')));
    const numbers: string[] = [];
    const sendOne = () => sendTo(people, numbers);
    for (let count = 0; count < BEFORE; count += 1) await sendOne();
    await eventually('what was sent before has left', PATIENCE_MS, async () => (await openOnes(app)) === 0);
    const first = await readActive(app.deps);
    expect(first, 'the carrier serves before its fault').toBe(faulty.adapter.name);
    await faulty.begin();
    const begun = performance.now();
    let takenOver: number | null = null;
    while (performance.now() - begun < pace.faultMs && takenOver === null) {
      await sendOne();
      await Bun.sleep(pace.everyMs);
      if ((await readActive(app.deps)) !== first) takenOver = (performance.now() - begun) / 1000;
    }
    for (let count = 0; count < BEFORE; count += 1) await sendOne();
    await faulty.end();
    const ended = clock.now().getTime();
    await settle(app);
    const back = takenOver === null ? null : await untilBack(app, first, ended);
    await expectSoundBooks(app);
    return { takenOver, back, ...(await count(app, numbers, await faulty.taken())) };
  } finally {
    await app.stop();
    await faulty.stop();
  }
}

async function sendTo(people: readonly TestActor[], numbers: string[]): Promise<void> {
  const person = there(people[numbers.length % people.length], 'nobody sends');
  const number = newNumber();
  await send(person, [number]);
  numbers.push(number);
}

const openOnes = async ({ deps: { sql } }: TestApp, state = ['queued', 'sending']): Promise<number> => {
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from sms_recipients where status = any(${state})`;
  return row?.open ?? 0;
};

/** Answers under way first, in real time; then the pauses after which messages are tried again are skipped. */
async function settle(app: TestApp): Promise<void> {
  await eventually(
    'what was handed over is answered',
    PATIENCE_MS,
    async () => (await openOnes(app, ['sending'])) === 0,
  );
  await eventually('nothing waits any more', PATIENCE_MS, async () => {
    if ((await openOnes(app)) === 0) return true;
    app.clock.advance(2000);
    app.deps.signals.smsQueued.fire();
    return false;
  });
}

/** The chore asks every half minute; the time between is skipped. */
async function untilBack(app: TestApp, first: string, ended: number): Promise<number | null> {
  for (let looks = 0; looks < 40; looks += 1) {
    if ((await readActive(app.deps)) === first) return (app.clock.now().getTime() - ended) / 1000;
    app.clock.advance(30_000);
    await checkCarriers(app.deps);
  }
  return null;
}

async function count(app: TestApp, numbers: readonly string[], taken: readonly string[]) {
  const rows = await app.deps.sql<{ number: string; status: string; taken: number }[]>`
    select r.number, r.status, count(s.id)::int as taken
    from sms_recipients r left join sandbox_messages s on s.reference = r.id::text
    group by r.id, r.message_id, r.number, r.status`;
  const times = (number: string, second: number) => taken.filter((each) => each === number).length + second;
  return {
    sent: numbers.length,
    takenTwice: rows.filter((row) => times(row.number, row.taken) > 1).length,
    lost: rows.filter((row) => {
      const charged = row.status === 'sent' || row.status === 'delivered';
      const isOpen = row.status === 'queued' || row.status === 'sending';
      return isOpen || (charged && times(row.number, row.taken) === 0);
    }).length,
    unknown: rows.filter(({ status }) => status === 'unknown').length,
  };
}
