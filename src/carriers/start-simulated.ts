import { every, type Repeating } from '../platform/kit/every.ts';
import { eachAlone } from '../platform/kit/each-alone.ts';
import { SECOND_MS } from '../platform/kit/durations.ts';
import type { Signal } from '../platform/kit/signal.ts';
import type { Look } from '../platform/schedule.ts';
import { owesNews, readDue } from './adapters/sandbox/due.ts';
import type { Deps } from './deps.ts';

/** How often the simulated carriers check what is due, while they have something to tell or may soon be given it. */
const CHECK_MS = 250;
const AWAKE_MS = 5 * SECOND_MS;

/** How each kind of their news is brought in. */
export type SimulatedActs = Record<'calls' | 'reports' | 'messages' | 'callers', () => Promise<void>>;

/**
 * Runs the simulated carriers. They sleep while there is nothing to do; a send of this process wakes them,
 * and a look wakes them for the work of another process.
 * @param given fired when they are about to be given something
 */
export function startSimulated(
  deps: Pick<Deps, 'sql' | 'clock' | 'log'>,
  acts: SimulatedActs,
  given: readonly Signal[],
): Repeating & { look: Look } {
  let awakeUntil = 0;
  let checking: Repeating | null = null;
  let stopped = false;
  const check = async () => {
    if (performance.now() > awakeUntil) {
      void checking?.stop();
      checking = null;
      return;
    }
    const [due] = await readDue(deps.sql, { now: deps.clock.now() });
    if (!due?.owes) return;
    wake();
    const names = (['calls', 'reports', 'messages', 'callers'] as const).filter((name) => due[name]);
    const what = 'simulated carriers could not tell their news';
    await eachAlone({ log: deps.log, what, items: names, idOf: (name) => name }, (name) => acts[name]());
  };
  const wake = () => {
    awakeUntil = performance.now() + AWAKE_MS;
    if (!stopped) checking ??= every(deps.log, { name: 'simulated-carriers', intervalMs: CHECK_MS }, check);
  };
  const quiet = given.map((signal) => signal.on(wake));
  return {
    look: { name: 'simulated-carriers', isWaiting: () => owesNews, run: async () => wake() },
    stop: async () => {
      stopped = true;
      for (const stopListening of quiet) stopListening();
      await checking?.stop();
    },
  };
}
