import { moveDate } from './moved-date.ts';

/** Runs inside a test's server process, before the program: its machine's clock is an hour ahead. */
moveDate(new Date(Date.now() + 3_600_000));
