import { moveDate } from './moved-date.ts';

/** Runs inside a test's server process, before the program: moves its clock to `TEST_NOW`. */
moveDate(new Date(process.env.TEST_NOW ?? Date.now()));
