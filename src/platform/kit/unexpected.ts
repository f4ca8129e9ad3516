import type { Logger } from 'pino';

/** Errors that nobody caught since the process began. */
export interface Unexpected {
  readonly count: number;
}

let count = 0;

/** How many there were; for the metrics. */
export const unexpected: Unexpected = {
  get count() {
    return count;
  },
};

/**
 * Keeps the process alive where an error reaches nobody: it is logged whole and counted. What it belonged to
 * is lost, its request or its run of a chore; whatever was half done in the database is rolled back there,
 * and everything else goes on.
 */
export function surviveUnexpected(log: Logger): void {
  const survive = (kind: string) => (error: unknown) => {
    count++;
    log.error({ error, kind }, 'an error was caught by nobody');
  };
  process.on('uncaughtException', survive('exception'));
  process.on('unhandledRejection', survive('rejection'));
}
