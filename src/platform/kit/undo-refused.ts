import { Problem } from './errors.ts';

/**
 * Takes back what was written for some work if the work is refused. After any other error it may have been done, and only
 * its answer was lost: then what belongs to it stays.
 * @throws what the work throws
 */
export async function undoRefused<Result>(work: Promise<Result>, undo: () => Promise<unknown>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) await undo();
    throw error;
  }
}
