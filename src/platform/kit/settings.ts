import { z } from 'zod';
import { Problem, fieldError, sentence } from './errors.ts';
import { faultText, sentenceOf } from './faults.ts';

/** Lists all wrong settings, and what is wrong with each, in one message. */
export class ConfigError extends Error {
  /** One line each, which names the variable. */
  readonly faults: readonly string[];

  constructor(...faults: string[]) {
    super(`These settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** A refusal of settings that names each. @param faults lines of a `ConfigError` */
export const wrongSettings = (faults: readonly string[]): Problem =>
  new Problem('validation_failed', sentence('carrierSettings', { reason: faults.join('; ') }), {
    fields: faults.flatMap((line) => {
      const [names = '', ...words] = line.split(': ');
      const text = words.join(': ');
      const reason = sentenceOf(text) ?? sentence('settingWrong', { reason: text });
      // Of a list the fault names the place too.
      return names.split(', ').map((name) => fieldError(`settings.${name.split('.', 1)[0]}`, reason));
    }),
  });

/** An empty setting in an environment file counts as absent. */
export const blank = (value: unknown) => (value === '' ? undefined : value);

export const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blank, schema.optional());

export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  z.preprocess((given) => blank(given) ?? value, schema);

/** A whole number within bounds. */
export function whole(least: number, most: number) {
  const error = faultText('wholeBetween', { least, most });
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error);
}

export const port = whole(0, 65_535);
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
export const httpAddress = z.url({
  protocol: /^https?$/,
  error: faultText('wholeAddress', { example: 'https://example.com' }),
});

/** A quota of an account; with `RATE_LIMITS=off` there is none. */
export const quota = (standard: number) => withDefault(whole(1, 1_000_000), standard);

/**
 * Reads settings from an environment.
 * @throws {ConfigError} naming every variable that is wrong
 */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  throw new ConfigError(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/**
 * Settings that are only valid together.
 * @returns null where none of them is set
 * @throws {ConfigError} naming all of them where some are set and some are not
 */
export function allOrNone<Name extends string>(
  settings: Readonly<Partial<Record<Name, string>>>,
  ...names: Name[]
): Record<Name, string> | null {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) if (settings[name]) found[name] = settings[name];
  if (Object.keys(found).length === 0) return null;
  if (!hasAll(found, names)) throw new ConfigError(`${names.join(', ')}: set all of them or none`);
  return found;
}

const hasAll = <Name extends string>(
  found: Partial<Record<Name, string>>,
  names: readonly Name[],
): found is Record<Name, string> => names.every((name) => found[name] !== undefined);
