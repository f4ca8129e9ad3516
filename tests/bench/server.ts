import { startTestApp } from '../kit/app.ts';

/** The server under measurement, in a process of its own. It prints where it listens. */
const app = await startTestApp({ databaseUrl: process.env.DATABASE_URL ?? '', background: false });
console.log(app.url);
