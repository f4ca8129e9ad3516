import { moveDate } from './moved-date.ts';

/** Runs inside a server process of a test, before the program: it was started at `TEST_NOW`. */
moveDate(new Date(process.env.TEST_NOW ?? Date.now()));
