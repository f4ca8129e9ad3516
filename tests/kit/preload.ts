import { afterAll, setDefaultTimeout } from 'bun:test';
import { stopCluster } from './cluster.ts';
import { loadApplicationTexts } from '../../web/lib/i18n.ts';

// Starting PostgreSQL takes its time on a busy machine, and hooks are not covered by bunfig.toml.
setDefaultTimeout(30_000);

afterAll(stopCluster);

// A browser has them before it shows what stands behind the sign-in.
await loadApplicationTexts();
