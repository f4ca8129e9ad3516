import { z } from 'zod';
import { ERROR_CATALOGUE, SECOND_FACTOR_METHODS } from '../../platform/kit/errors.ts';
import { isObject, type JsonSchema } from '../../platform/kit/example-of.ts';
import { isoTime, named, namedSchemas as registry, namedSentence, uuid } from '../../platform/kit/schemas.ts';

/** The body of `application/problem+json`. */
const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** The sentence that a person may read. */
  detail: z.string(),
  code: z.enum(Object.keys(ERROR_CATALOGUE)),
  /** Absent for errors that only programs see. */
  sentence: namedSentence.optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string(), sentence: namedSentence })).optional(),
  /** With `second_factor_required`: what the second factor can be. */
  methods: z.array(z.enum(SECOND_FACTOR_METHODS)).optional(),
  /** With `price_changed`: the present one. */
  price: z.string().optional(),
  /** With `prices_rise`: what would rise, for how many and from when. */
  raise: z.looseObject({}).optional(),
});

named('Problem', problem);

/** What a webhook is sent: see `newDelivery`. */
named('WebhookBody', z.object({ id: uuid, type: z.string(), createdAt: isoTime, data: z.looseObject({}) }));

/** Else a reader is shown any number of that form. */
const EXAMPLES: Record<string, JsonSchema> = { Pounds: { examples: ['12.50'] }, FinePounds: { examples: ['0.0300'] } };

/** Every schema with a name, for the description's components. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, io: 'output', uri: (id) => `#/components/schemas/${id}` });
  const byName = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([id, schema]) => [id, { ...clean(schema, 'output'), ...EXAMPLES[id] }]));
}

/**
 * A schema as JSON Schema 2020-12, with references to the named ones.
 * @param io `input` is what a client may send, `output` what the server answers
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return clean(z.toJSONSchema(schema, { ...OPTIONS, io, metadata: registry }), io);
}

const OPTIONS = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
    // Of a list of fixed places there is no other element.
    if (jsonSchema.prefixItems && !jsonSchema.items) jsonSchema.items = {};
    // A record of known names is an object of these.
    if (Array.isArray(jsonSchema.required) && !jsonSchema.properties) {
      jsonSchema.properties = Object.fromEntries(
        jsonSchema.required.map((name) => [name, jsonSchema.additionalProperties]),
      );
      delete jsonSchema.propertyNames;
    }
    // Text that is piped through a stricter schema has the limits of both.
    const { def } = zodSchema._zod;
    if (def.type === 'pipe' && jsonSchema.type === 'string') {
      const stricter = clean(z.toJSONSchema(def.out, { unrepresentable: 'any', io: 'input' }), 'input');
      if (stricter.type === 'string') Object.assign(jsonSchema, stricter);
    }
    // Its classes of characters mean nothing to most readers of the description.
    const isClassed = ({ pattern }: JsonSchema) => typeof pattern === 'string' && pattern.includes(String.raw`\p{`);
    if (isClassed(jsonSchema)) delete jsonSchema.pattern;
    if (!Array.isArray(jsonSchema.allOf) || jsonSchema.type !== 'string') return;
    jsonSchema.allOf = jsonSchema.allOf.filter((part: JsonSchema) => !isClassed(part));
    if (Array.isArray(jsonSchema.allOf) && jsonSchema.allOf.length === 0) delete jsonSchema.allOf;
  },
} as const;

/** Definitions are in the components, so the copy inside each schema is removed. */
function clean(schema: object, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, $defs: _definitions, $id: _id, ...rest }: JsonSchema = { ...schema };
  const text = JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_key, part) => (isObject(part) ? short(part, io) : part));
}

/** The same schema without what says nothing to a reader. */
function short(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // An answer may get more fields.
  if (io === 'output' && schema.properties && schema.additionalProperties === false) delete schema.additionalProperties;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  // The format says enough; the regular expression behind it does not help.
  if (schema.type === 'string' && schema.format) delete schema.pattern;
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const [one]: JsonSchema[] = anyOf;
  if (typeof one?.type !== 'string' || one.properties) return schema;
  return { ...others, ...one, ...(Array.isArray(one.enum) && { enum: [...one.enum, null] }), type: [one.type, 'null'] };
}
