import { plugin } from 'bun';
import { moveDate } from './moved-date.ts';

/** Runs inside a test's server process, before the program: moves its clock to `TEST_NOW`. */
if (process.env.TEST_NOW) {
  moveDate(new Date(process.env.TEST_NOW));
  // PostgreSQL has the real time: the program uses its own instead.
  plugin({
    name: 'own-clock',
    setup: (build) => {
      build.onLoad({ filter: /\/platform\/database-clock\.ts$/ }, () => ({
        loader: 'ts',
        contents:
          'export const startDatabaseClock = async () => ({ clock: { now: () => new Date() }, async stop() {} });',
      }));
    },
  });
}
