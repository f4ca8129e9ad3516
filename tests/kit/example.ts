import type { z } from 'zod';
import { namedSchemas, toJsonSchema } from '../../src/edge/http/openapi-schemas.ts';
import { exampleOf } from '../../src/platform/kit/example-of.ts';

/** What the server answers by a schema, as the API description shows it, with these fields. */
export function example<Schema extends z.ZodObject>(
  schema: Schema,
  fields: Partial<z.output<Schema>>,
): z.output<Schema> {
  const find = (reference: string) => namedSchemas()[reference.split('/').at(-1) ?? ''] ?? {};
  return schema.parse({ ...Object(exampleOf(toJsonSchema(schema, 'output'), find)), ...fields });
}
