import { z } from 'zod';
import { onOff, parseSettings, withDefault } from '../../platform/kit/settings.ts';
import type { Config } from '../config.ts';

/** A carrier's own settings: their names in the environment, and how they are read. */
export interface CarrierSettings<Settings> {
  readonly environment: z.ZodRawShape;
  /**
   * Null if the carrier is not configured.
   * @throws {ConfigError} naming settings that belong together, if only some of them are set
   */
  read(config: Pick<Config, 'carrierEnvironment'>): Settings | null;
}

/** @param from makes the settings from the values; null if the carrier is not configured */
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
