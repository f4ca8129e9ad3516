import { startQuietApp } from './start.ts';

/** The server that the histories are about, in a process of its own, which can be killed. It prints where it listens. */
const app = await startQuietApp(process.env.DATABASE_URL ?? '');
console.log(app.url);
