import { afterAll, setDefaultTimeout } from 'bun:test';
import { stopCluster } from './cluster.ts';

// Starting PostgreSQL takes its time on a busy machine, and hooks are not covered by bunfig.toml.
setDefaultTimeout(30_000);

afterAll(stopCluster);
