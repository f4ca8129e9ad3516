import type { Logger } from 'pino';

export interface Repeating {
  stop(): Promise<void>;
}

interface Rhythm {
  /** The log calls the chore so. */
  name: string;
  intervalMs: number;
  /** When it runs first; by default after one interval. */
  firstAfterMs?: number;
}

/**
 * Runs a chore repeatedly, one run at a time, `intervalMs` after the end of the last run. A run that fails is logged, and
 * the next one tries again. For what has no schedule: the clock, which every test has, the simulated carriers, which mostly
 * sleep, and the edge's own programs. All else is work of `platform/schedule.ts`.
 */
export function every(
  log: Logger,
  { name, intervalMs, firstAfterMs = intervalMs }: Rhythm,
  chore: () => Promise<void>,
): Repeating {
  let stopped = false;
  let timer: Timer | null = null;
  let running: Promise<void> = Promise.resolve();
  const tick = () => {
    running = chore()
      .catch((error: unknown) => {
        if (!stopped) log.warn({ error, chore: name }, 'a chore failed');
      })
      .then(() => {
        if (!stopped) timer = setTimeout(tick, intervalMs);
      });
  };
  timer = setTimeout(tick, firstAfterMs);
  return {
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
