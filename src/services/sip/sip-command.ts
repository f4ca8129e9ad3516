import { join } from 'node:path';
import { startEmbedded } from '../../../db/embedded.ts';
import { ConfigError, readConfig } from '../../config.ts';
import { connectionsOf, edgeDatabase, requireConnections } from './edge-database.ts';

const START = join(import.meta.dir, '..', '..', '..', 'deploy', 'sip', 'start.sh');

/**
 * `bun run sip`: starts the SIP edge beside `bun start`, in the foreground and with the same settings. If a package is
 * missing on the machine, it names the package.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  if (config.sipProxyToken === null) {
    throw new ConfigError('SIP_PROXY_TOKEN: set it to the same for Topline and for its edge');
  }
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const own = embedded && (await edgeDatabase(embedded.url, config.sipProxyToken));
  const databaseUrl = process.env.SIP_DATABASE_URL ?? config.databaseUrl ?? own ?? undefined;
  if (embedded) await requireConnections(embedded.url, connectionsOf(process.env));
  const edge = Bun.spawn(['sh', START], {
    env: {
      ...process.env,
      // The answering machine runs on the same Bun, wherever that stands.
      SIP_BUN: process.execPath,
      TOPLINE_URL: process.env.TOPLINE_URL ?? `http://127.0.0.1:${config.port}`,
      SIP_PROXY_TOKEN: config.sipProxyToken,
      SIP_REALM: config.sipRealm,
      SIP_WEBSOCKET_ORIGINS: process.env.SIP_WEBSOCKET_ORIGINS ?? new URL(config.publicUrl).origin,
      SIP_STATE_DIR: process.env.SIP_STATE_DIR ?? join(config.dataDir, 'sip'),
      SIP_DATABASE_URL: databaseUrl,
    },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => edge.kill('SIGTERM'));
  const code = await edge.exited;
  await embedded?.stop();
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
