import { z } from 'zod';

/** The schemas that have a name in the description of the API. */
export const namedSchemas = z.registry<{ id: string }>();

const byName = new Map<string, z.ZodType>();

/** The schema of a name. */
export const schemaNamed = (id: string): z.ZodType | undefined => byName.get(id);

/** Gives a schema its name in the description, e.g. `User`. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  byName.set(id, schema);
  return schema;
}

/** An object whose schema has a name in the description. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => named(id, z.object(shape));
