import { startTestApp } from '../kit/app.ts';
import { RunningClock } from '../kit/clock.ts';

/** The server under measurement, in a process of its own. It prints where it listens. */
const background = process.argv.includes('--with-chores');
const databaseUrl = process.env.DATABASE_URL ?? '';
const app = await startTestApp({ databaseUrl, background, clock: new RunningClock() });
console.log(app.url);
