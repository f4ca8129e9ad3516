import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts';

/** A PostgreSQL server that several runs of tests share; nothing on it has to survive. */
export const startTestServer = (folder: string): Promise<EmbeddedPostgres> =>
  startEmbedded(join(folder, 'database'), {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
