import { z } from 'zod';

/** The shapes that have a name of their own in the description of the API. */
export const namedSchemas = z.registry<{ id: string }>();

/** Gives a shape of a contract its name in the description, e.g. `User`. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
