import { moveDate } from './moved-date.ts';
import { HOUR_MS } from '../../src/platform/kit/durations.ts';

/** Runs inside a test's server process: SIGUSR1 sets its clock an hour ahead, SIGUSR2 an hour back, from where it is. */
process.on('SIGUSR1', () => moveDate(new Date(Date.now() + HOUR_MS)));
process.on('SIGUSR2', () => moveDate(new Date(Date.now() - HOUR_MS)));
