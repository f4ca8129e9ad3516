import { afterAll, afterEach, setDefaultTimeout } from 'bun:test';
import { appendFileSync } from 'node:fs';
import { provideStorage } from './browser-storage.ts';
import { ensureBuilt } from './built.ts';
import { putBackClocks } from './clock.ts';
import { stopCluster } from './cluster.ts';
import { stopWhatIsLeft } from './left-running.ts';
import { moveDate } from './moved-date.ts';
import { takeOwnFolder } from './own-folder.ts';
import { loadApplicationTexts } from '../../web/lib/i18n.ts';

// PostgreSQL starts slowly on a busy machine, and the timeout in bunfig.toml does not apply to hooks.
setDefaultTimeout(30_000);

if (process.env.TEST_NOW) moveDate(new Date(process.env.TEST_NOW));

takeOwnFolder();
ensureBuilt();
provideStorage();

afterEach(putBackClocks);

afterAll(async () => {
  await stopWhatIsLeft();
  await stopCluster();
});

/** This process's time on a processor so far, in microseconds. */
const work = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const { TEST_WORK_FILE } = process.env;
if (TEST_WORK_FILE) {
  const spent = new Map<string, number>();
  let before = work();
  // This is the only hook that runs for each file: what is done at a file's top counts with its first test.
  const note = () => {
    const now = work();
    spent.set(Bun.main, (spent.get(Bun.main) ?? 0) + now - before);
    before = now;
  };
  afterEach(note);
  /** The check adds up what each file costs. */
  afterAll(() => {
    note();
    const lines = [...spent].map(([file, microseconds]) => `${file}\t${microseconds}\n`);
    appendFileSync(TEST_WORK_FILE, lines.join(''));
    spent.clear();
  });
}

// A browser has loaded them before it shows any page behind the sign-in.
await loadApplicationTexts();
