import { startTestApp } from '../kit/app.ts';

/** The server under measurement, in a process of its own. It prints where it listens. */
const background = process.argv.includes('--with-chores');
const app = await startTestApp({ databaseUrl: process.env.DATABASE_URL ?? '', background });
console.log(app.url);
