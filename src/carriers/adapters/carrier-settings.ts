import { z } from 'zod';
import { onOff, parseSettings, withDefault } from '../../platform/kit/settings.ts';
import type { Config } from '../config.ts';

/** A carrier's own settings: what they are called in the environment, and what is read from them. */
export interface CarrierSettings<Settings> {
  readonly environment: z.ZodRawShape;
  /**
   * Null where the carrier is not configured.
   * @throws {ConfigError} naming the settings that belong together, where some are set and some are not
   */
  read(config: Pick<Config, 'carrierEnvironment'>): Settings | null;
}

/** @param from makes the settings of the values; null where the carrier is not configured */
export function carrierSettings<Shape extends z.ZodRawShape, Settings>(
  environment: Shape,
  from: (values: z.output<z.ZodObject<Shape>>) => Settings | null,
): CarrierSettings<Settings> {
  const schema = z.object(environment);
  return { environment, read: ({ carrierEnvironment }) => from(parseSettings(schema, carrierEnvironment)) };
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** `on` or `off`; absent means off. */
export const offUnlessOn = withDefault(z.enum(['on', 'off']), 'off').pipe(onOff);
