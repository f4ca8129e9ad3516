import type { Logger } from 'pino';
import { type EmbeddedPostgres, startEmbedded } from '../db/embedded.ts';
import { archiveSettings } from '../db/backup/log-archive.ts';
import { ForeignDatabase, migrate } from '../db/migrate.ts';
import { ensureFirstAdmin } from './callers/registration/first-admin.ts';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import type { Repeating } from './platform/kit/every.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type OpenDeps, openDeps, openLog, withKept } from './deps.ts';
import { type ExtendedKey, firstAddresses } from './shared/extended-key.ts';
import { walletLines } from './money/addresses/wallet-lines.ts';
import { KEY_SETTINGS } from './money/addresses/settings.ts';
import { automaticAtSharedAddress } from './money/automatic/most-automatic.ts';
import { Problem } from './platform/kit/errors.ts';
import { describeError } from './platform/kit/describe-error.ts';
import { surviveUnexpected } from './platform/kit/unexpected.ts';

/** The only place with side effects: settings, database, listening, and a graceful stop. */
async function main(): Promise<void> {
  const environment = readConfig(process.env);
  const log = openLog(environment);
  const embedded = environment.databaseUrl ? null : await startOwn(environment, log);
  const databaseUrl = environment.databaseUrl ?? embedded?.url ?? '';
  await migrate(databaseUrl);
  const config = await withKept(environment, databaseUrl, log);
  const { deps, close } = await openDeps(config, databaseUrl, { log });
  surviveUnexpected(log);
  const firstAdmin = await ensureFirstAdmin(deps, config.admin).catch((error: unknown) => {
    throw error instanceof Problem ? new ConfigError(`ADMIN_PASSWORD: ${error.message}`) : error;
  });
  let serving = await serve({ deps, close });
  let turn: Promise<unknown> = Promise.resolve();
  const again = () => {
    const begin = async () => {
      const changed = await withKept(environment, databaseUrl, log);
      if (changed.keptAt === serving.config.keptAt) return;
      log.info('settings were changed: this process begins again');
      serving = await serve(await openDeps(changed, databaseUrl, { log }), serving);
      serving.work(again);
    };
    // It looks again within seconds.
    turn = turn.then(begin).catch((error: unknown) => log.error({ error }, 'changed settings are not used yet'));
  };
  serving.work(again);
  console.log(`\n  Topline is at ${config.publicUrl}\n`);
  for (const line of walletLines(config)) console.log(line);
  for (const key of Object.values(config.addressKeys)) if (key) console.log(derivedOf(key));
  for (const { id, chain } of automaticAtSharedAddress(config)) console.log(sharedOf(id, chain));
  if (firstAdmin) {
    console.log(`  First administrator: ${firstAdmin.email}`);
    console.log(`  Password, shown this once: ${firstAdmin.password}\n`);
  }

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    await turn;
    await serving.close();
    await serving.end();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
}

/** A server that takes requests. */
interface Serving {
  config: Config;
  /** Starts its work besides requests. @param again called when administrators have changed settings */
  work(again: () => void): void;
  /** Takes nothing new; requests under way finish. */
  close(): Promise<void>;
  /** Ends its work, and its connections. */
  end(): Promise<void>;
}

/** @param before takes no requests any more as soon as this one can */
async function serve({ deps, close }: OpenDeps, before?: Serving): Promise<Serving> {
  const { config } = deps;
  const app = createApp(deps);
  await before?.close();
  app.listen({ hostname: config.host, port: config.port });
  await before?.end();
  let background: Repeating | null = null;
  return {
    config,
    work: (again) => {
      background = startBackground(deps, again);
    },
    close: async () => {
      await deps.bus.stop();
      await app.stop();
    },
    end: async () => {
      await background?.stop();
      await close();
    },
  };
}

/** A wrong key would have customers pay somebody else: the operator compares. */
const derivedOf = (key: ExtendedKey): string =>
  [
    `  ${KEY_SETTINGS[key.chain]} (${key.form}): the wallet's first three addresses have to be`,
    ...firstAddresses(key).map((address) => `    ${address}`),
    '',
  ].join('\n');

/** Where the address does not say whose a payment is, few are verified without a person. */
const sharedOf = (coin: string, chain: string): string =>
  [
    `  AUTO_VERIFY_BELOW_GBP: all who pay in ${coin} share the address of WALLET_${coin}. A payment waits for a person`,
    `  unless no other quote is near its amount.${keyFor(chain)}`,
    '',
  ].join('\n');
const keyFor = (chain: string): string =>
  chain === 'bitcoin' || chain === 'ethereum'
    ? ` Set ${KEY_SETTINGS[chain]}: then each payment has an address of its own.`
    : '';

const startOwn = async (config: Config, log: Logger): Promise<EmbeddedPostgres> =>
  startEmbedded(config.dataDir, await archiveSettings(config.backupLogDir), {
    onDeath: (what, error) => log.error({ error }, what),
  });

try {
  await main();
} catch (error) {
  const isForOperator = error instanceof ConfigError || error instanceof ForeignDatabase;
  console.error(isForOperator ? error.message : describeError(error));
  process.exit(1);
}
