import { afterAll, afterEach, setDefaultTimeout } from 'bun:test';
import { ensureBuilt } from './built.ts';
import { putBackClocks } from './clock.ts';
import { stopCluster } from './cluster.ts';
import { moveDate } from './moved-date.ts';
import { loadApplicationTexts } from '../../web/lib/i18n.ts';

// Starting PostgreSQL takes its time on a busy machine, and hooks are not covered by bunfig.toml.
setDefaultTimeout(30_000);

if (process.env.TEST_NOW) moveDate(new Date(process.env.TEST_NOW));

ensureBuilt();

afterEach(putBackClocks);

afterAll(stopCluster);

// A browser has them before it shows what stands behind the sign-in.
await loadApplicationTexts();
