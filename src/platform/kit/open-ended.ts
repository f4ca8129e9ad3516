import type { z } from 'zod';

/** The further fields of a schema's object; null: any. */
const further = new WeakMap<z.ZodType, ReadonlySet<string> | null>();

/**
 * Marks an object to which those who write it may add fields, as browsers do: what the schema does not name is left out.
 * In all other objects an unknown field is refused.
 * @param names only these, which clients of the specification send and which nobody believes; absent: any
 */
export function openEnded<Schema extends z.ZodType>(schema: Schema, names?: readonly string[]): Schema {
  // A copy: elsewhere the same schema stays closed.
  const own = schema.clone();
  further.set(own, names ? new Set(names) : null);
  return own;
}

/** Which fields an object may have besides its own; null: any. */
export function furtherFields(schema: z.ZodType): ReadonlySet<string> | null {
  const names = further.get(schema);
  return names === undefined ? NONE : names;
}

const NONE: ReadonlySet<string> = new Set();
