import postgres from 'postgres';
import { startEmbedded } from '../../../db/embedded.ts';
import english from '../../../web/locales/en/app.json';
import { ConfigError, readConfig } from '../../config.ts';
import { openDeps, openLog, withKept } from '../../deps.ts';
import { describeError } from '../../platform/kit/describe-error.ts';
import { checkReadiness } from './check-readiness.ts';
import type { ReadinessItem } from './contract.ts';

const { items: texts, state: states } = english.admin.goLive;
const UNDEFINED_TABLE = '42P01';

/**
 * `bun run doctor`: prints what real business still needs, as the first card under Admin, Settings shows it. It
 * exits with 1 while something essential is missing, and with 2 if it cannot look. It changes nothing.
 */
async function main(): Promise<number> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  try {
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    const whole = await withKept(config, databaseUrl, openLog(config));
    const { deps, close } = await openDeps(whole, databaseUrl);
    const items = await checkReadiness(deps);
    for (const item of items) console.log(describe(item));
    const isReady = ({ state }: ReadinessItem) => state === 'ready';
    console.log(`${items.filter(isReady).length} of ${items.length} are ready.`);
    await deps.bus.stop();
    await close();
    return items.some(({ state }) => state === 'missing') ? 1 : 0;
  } finally {
    await embedded?.stop();
  }
}

function describe({ id, state, names, settings }: ReadinessItem): string {
  const { title, advice } = texts[id];
  const about = names.length > 0 ? `${title}: ${names.join(', ')}` : title;
  const indent = '\n'.padEnd(13);
  return [
    `${states[state].padEnd(12)}${about}`,
    ...(state === 'ready' ? [] : [advice]),
    ...(settings.length > 0 ? [`Settings: ${settings.join(', ')}`] : []),
  ].join(indent);
}

function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  const isEmpty = error instanceof postgres.PostgresError && error.code === UNDEFINED_TABLE;
  return isEmpty ? 'The database has no tables of this release: start Topline once.' : describeError(error);
}

try {
  process.exit(await main());
} catch (error) {
  console.error(explain(error));
  process.exit(2);
}
