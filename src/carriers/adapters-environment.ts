import type { z } from 'zod';
import { ADAPTERS } from './registry.ts';
import type { Config } from './config.ts';
import { sipRouteEnvironment, sipRoutesFrom } from './sip/settings.ts';

const NAMES = ADAPTERS.map(({ name }) => name);

/** The settings that each carrier declares itself, and the SIP routes to them. */
export const adaptersEnvironment: z.ZodRawShape = Object.assign(
  {},
  ...ADAPTERS.map(({ environment }) => environment),
  ...NAMES.map(sipRouteEnvironment),
);

/** @throws {ConfigError} naming the settings of a carrier that has only some of them */
export function adaptersFrom(
  env: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'carrierEnvironment' | 'sipRoutes'> {
  const carrierEnvironment = Object.fromEntries(Object.keys(adaptersEnvironment).map((name) => [name, env[name]]));
  for (const adapter of ADAPTERS) adapter.configured({ carrierEnvironment });
  return { carrierEnvironment, sipRoutes: sipRoutesFrom(NAMES, carrierEnvironment) };
}
