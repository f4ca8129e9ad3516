import { z } from 'zod';
import { callersEnvironment, callersFrom } from './callers/config.ts';
import { adaptersEnvironment, adaptersFrom } from './carriers/adapters-environment.ts';
import { carriersEnvironment, carriersFrom } from './carriers/config.ts';
import { edgeEnvironment, edgeFrom } from './edge/config.ts';
import { moneyEnvironment, moneyFrom } from './money/config.ts';
import { KEPT_SETTINGS, type Kept } from './shared/kept-settings.ts';
import { platformEnvironment, platformFrom } from './platform/config.ts';
import { blank, ConfigError, parseSettings } from './platform/kit/settings.ts';
import { unknownSettings } from './platform/kit/unknown-settings.ts';
import { type Config, servicesEnvironment, servicesFrom } from './services/config.ts';

export { ConfigError } from './platform/kit/settings.ts';

/** Each wing declares its own settings in its `config.ts`, and each carrier in its adapter. */
const wings = z.object({
  ...platformEnvironment,
  ...callersEnvironment,
  ...edgeEnvironment,
  ...moneyEnvironment,
  ...carriersEnvironment,
  ...servicesEnvironment,
});
const environment = z.intersection(wings, z.object(adaptersEnvironment));

/** The settings that administrators can set as well. */
const keptNames = [...Object.values(KEPT_SETTINGS).flat(), ...Object.keys(adaptersEnvironment)];

/** All settings of the program, parsed once. */
export type { Config };

/**
 * Reads the settings from an environment.
 * @param kept those that administrators set in the panel, and when; the environment's own values win
 * @throws {ConfigError} naming every variable that is wrong, or that looks like a setting and is none
 */
export function readConfig(env: Record<string, string | undefined>, kept: Kept = { values: {}, at: '' }): Config {
  const unknown = unknownSettings([...Object.keys(wings.shape), ...Object.keys(adaptersEnvironment)], env);
  if (unknown.length > 0) throw new ConfigError(...unknown);
  const own = Object.fromEntries(
    keptNames.flatMap((name) => (typeof blank(env[name]) === 'string' ? [[name, env[name] ?? '']] : [])),
  );
  const all = { ...env, ...kept.values, ...own };
  const settings = parseSettings(environment, all);
  const platform = platformFrom(settings);
  const embedded = platform.databaseUrl === null;
  return {
    ...platform,
    ...callersFrom(settings, { embedded }),
    ...edgeFrom(settings, { limited: settings.RATE_LIMITS }),
    ...moneyFrom(settings, { embedded, limited: settings.RATE_LIMITS }),
    ...carriersFrom(settings),
    ...adaptersFrom(all),
    ...servicesFrom(settings, platform),
    ownEnvironment: own,
    keptAt: kept.at,
    withKept: (other) => readConfig(env, other),
  };
}
