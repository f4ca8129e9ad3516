import { quickSandboxes, RunningClock, startTestApp } from '../kit/index.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';

/** The server under measurement, in a process of its own. It prints where it listens. */
const background = process.argv.includes('--with-chores');
const databaseUrl = process.env.DATABASE_URL ?? '';
// Twilio's callbacks come to it, with the settings of this process.
const twilio = process.argv.includes('--twilio');
const app = await startTestApp({
  ...{ databaseUrl, background, clock: new RunningClock() },
  ...(twilio && { adapters: [...quickSandboxes(), createTwilio()], env: ownSettings() }),
});
console.log(app.url);

/** The settings of Twilio and the public address, of which a test server otherwise knows nothing. */
function ownSettings(): Record<string, string> {
  const wanted = Object.entries(process.env).filter(([name]) => /^(TWILIO_|PUBLIC_URL$)/.test(name));
  return Object.fromEntries(wanted.map(([name, value]) => [name, value ?? '']));
}
