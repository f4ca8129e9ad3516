import { Presets, SingleBar } from 'cli-progress';

/** What ends sooner shows nothing. */
const SHOWN_AFTER_MS = 3000;

/**
 * Shows on standard error how far a long command is: a bar with its rate and the time left on a terminal, a line every
 * ten seconds elsewhere.
 * @param total how much there is to do, in `unit`
 */
export function showProgress(task: string, total: number, unit: string): { add(count: number): void } & Disposable {
  const bar = new SingleBar(
    {
      format: `${task} {bar} {percentage}%, {value} of {total} ${unit}, {rate} a second, {eta_formatted} left`,
      formatValue: (value, _options, type) =>
        type === 'percentage' ? String(value) : Math.floor(value).toLocaleString('en'),
      etaBuffer: 100,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 10_000,
      // The command itself ends by Ctrl+C.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const startedAt = performance.now();
  let done = 0;
  const rate = () => Math.round((done * 1000) / (performance.now() - startedAt)).toLocaleString('en');
  const shown = setTimeout(() => bar.start(total, done, { rate: rate() }), SHOWN_AFTER_MS);
  return {
    add(count) {
      done += count;
      if (bar.isActive) bar.update(done, { rate: rate() });
    },
    [Symbol.dispose]() {
      clearTimeout(shown);
      if (bar.isActive) bar.stop();
    },
  };
}

/** Says what Ctrl+C leaves behind, and ends the command. */
export const whenCancelled = (words: string): void =>
  void process.once('SIGINT', () => {
    console.error(`\nCancelled. ${words}`);
    process.exit(130);
  });
