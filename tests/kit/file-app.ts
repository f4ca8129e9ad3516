import { afterAll } from 'bun:test';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { expectSoundBooks } from './books.ts';
import { stopLast, stopLater } from './left-running.ts';

const ENDINGS = ['stop', 'kill', 'drop', 'end', 'close'] as const;
type Ending = (typeof ENDINGS)[number];
type Running = { [Name in Ending]: Record<Name, () => unknown> }[Ending];

/** A file's top has no time limit of its own: without one, what never starts would stop the whole run. */
const START_MS = 120_000;

async function withinLimit<Started>(starting: Started | Promise<Started>): Promise<Started> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not started within ${START_MS} ms`)), START_MS);
  return Promise.race([starting, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Starts something for all tests of a file, which is stopped after them: `const chain = await forFile(startBitcoin());`
 * at its top. The newest is stopped first; the file's own `afterAll` may find it stopped.
 */
export async function forFile<Started extends Running>(starting: Started | Promise<Started>): Promise<Started> {
  const started = await withinLimit(starting);
  const ends: Partial<Record<Ending, () => unknown>> = started;
  stopLater(async () => {
    for (const name of ENDINGS) if (ends[name]) return ends[name]();
  });
  afterAll(stopLast);
  return started;
}

interface Options extends TestAppOptions {
  /** Its books are looked at before it is stopped. */
  soundBooks?: boolean;
}

/** Looks at the books before what was started until now is stopped. */
export function endWithSoundBooks(app: TestApp): void {
  stopLater(() => expectSoundBooks(app));
  afterAll(stopLast);
}

/** An application for all tests of a file, as `forFile`. */
export async function appForFile({ soundBooks = false, ...options }: Options = {}): Promise<TestApp> {
  const app = await forFile(startTestApp(options));
  if (soundBooks) endWithSoundBooks(app);
  return app;
}
