import type { Clock } from './clock.ts';
import { DAY_MS } from './durations.ts';

/** A metric of one domain, read from the database when it is requested. */
export interface MetricSource {
  name: string;
  help: string;
  /** The labels that tell its series apart. */
  labels: readonly string[];
  read(): Promise<{ labels: Record<string, string>; value: number }[]>;
}

/**
 * A metric for how long the oldest of something has waited, in seconds; 0 where nothing waits.
 * @param oldest since when the oldest has waited
 */
export const waitOf = (
  name: string,
  help: string,
  clock: Clock,
  oldest: () => Promise<Date | null | undefined>,
): MetricSource => ({
  name,
  help,
  labels: [],
  read: async () => {
    const since = await oldest();
    const waited = since ? (clock.now().getTime() - since.getTime()) / 1000 : 0;
    return [{ labels: {}, value: Math.max(0, waited) }];
  },
});

/**
 * A metric for how many of something have failed for good in 24 hours.
 * @param since counts those that were made from then on
 */
export const failedOf = (
  name: string,
  help: string,
  clock: Clock,
  since: (start: Date) => PromiseLike<number>,
): MetricSource => ({
  name,
  help,
  labels: [],
  read: async () => [{ labels: {}, value: await since(new Date(clock.now().getTime() - DAY_MS)) }],
});
