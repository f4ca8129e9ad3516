import type { Logger } from 'pino';

/** Errors that no code has caught since the process began. */
export interface Unexpected {
  readonly count: number;
}

let count = 0;

/** The number of such errors; for the metrics. */
export const unexpected: Unexpected = {
  get count() {
    return count;
  },
};

/**
 * Keeps the process alive when no code catches an error: the error is logged in full and counted. The request or the
 * chore that raised it is lost; PostgreSQL rolls back its open transaction, and everything else continues.
 */
export function surviveUnexpected(log: Logger): void {
  const survive = (kind: string) => (error: unknown) => {
    count++;
    log.error({ error, kind }, 'an error was caught by nobody');
  };
  process.on('uncaughtException', survive('exception'));
  process.on('unhandledRejection', survive('rejection'));
}
