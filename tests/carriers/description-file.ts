import { join } from 'node:path';
import { z } from 'zod';

/**
 * Reads `descriptions/*.yaml`: what a carrier publishes of the operations used here, without what OpenAPI repeats for
 * each of them. A schema is `text`, `whole`, `number`, `flag`, `object` or `anything` (`text?`: or null; `text uri`: of
 * that format), `only x`, `x|y`, `/a pattern/`, `[items]`, the name of one that is `shared`, an object by its fields
 * (`name!` has to be there), or JSON Schema after `$`. A parameter of the path is a text where nothing else is said.
 */
export type Json = z.infer<ReturnType<typeof z.json>>;
export type Node = { [name: string]: Json };

const schemas = z.record(z.string(), z.json());
const operationOfFile = z.strictObject({
  credential: z.string().optional(),
  path: schemas.default({}),
  query: schemas.default({}),
  /** Fields of an object, each as `name[field]` in the query. */
  deep: schemas.default({}),
  json: z.json().optional(),
  form: z.json().optional(),
  multipart: z.json().optional(),
  /** By its status; null: without a body. */
  answers: schemas,
});
const file = z.strictObject({
  title: z.string(),
  server: z.url(),
  /** `basic`, `bearer`, or the header that holds a key. */
  credential: z.string().optional(),
  path: schemas.default({}),
  shared: schemas.default({}),
  operations: z.record(z.string(), operationOfFile),
});
type Operation = z.infer<typeof operationOfFile>;
const TYPES: Node = { text: 'string', whole: 'integer', number: 'number', flag: 'boolean', object: 'object' };
const BODIES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

export async function readDescription(carrier: string): Promise<Node> {
  const text = await Bun.file(join(import.meta.dir, 'descriptions', `${carrier}.yaml`)).text();
  const { title, server, credential, path, shared, operations } = file.parse(Bun.YAML.parse(text));
  const paths: Record<string, Node> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', address = ''] = name.split(' ');
    const item = (paths[address] ??= {});
    item[method.toLowerCase()] = operationOf(address, operation, path);
  }
  const credentials = [credential, ...Object.values(operations).map((each) => each.credential)];
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    servers: [{ url: server }],
    paths,
    ...(credential && { security: [{ [credential]: [] }] }),
    components: {
      schemas: Object.fromEntries(Object.entries(shared).map(([name, each]) => [name, schemaOf(each)])),
      securitySchemes: Object.fromEntries(credentials.flatMap((each) => (each ? [[each, schemeOf(each)]] : []))),
    },
  };
}

const schemeOf = (credential: string): Node =>
  credential === 'basic' || credential === 'bearer'
    ? { type: 'http', scheme: credential }
    : { type: 'apiKey', in: 'header', name: credential };

function operationOf(address: string, operation: Operation, shared: Node): Node {
  const ofPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(operation.path[name] ?? shared[name] ?? 'text'),
  }));
  const ofQuery = Object.entries({ ...operation.query, ...operation.deep }).map(([name, schema]) => ({
    name: plain(name),
    in: 'query',
    ...(isRequired(name) && { required: true }),
    ...(name in operation.deep && { style: 'deepObject' }),
    schema: schemaOf(schema),
  }));
  const bodies = (['json', 'form', 'multipart'] as const).flatMap((kind) => {
    const schema = operation[kind];
    return schema === undefined ? [] : [[BODIES[kind], { schema: schemaOf(schema) }]];
  });
  return {
    ...(operation.credential && { security: [{ [operation.credential]: [] }] }),
    parameters: [...ofPath, ...ofQuery],
    ...(bodies.length > 0 && { requestBody: { content: Object.fromEntries(bodies) } }),
    responses: Object.fromEntries(
      Object.entries(operation.answers).map(([status, schema]) => [status, answerOf(schema)]),
    ),
  };
}

const answerOf = (schema: Json): Node => ({
  description: 'answer',
  ...(schema !== null && {
    content: schema === 'sound' ? { 'audio/mpeg': {} } : { 'application/json': { schema: schemaOf(schema) } },
  }),
});

const isRequired = (name: string): boolean => name.endsWith('!');
const plain = (name: string): string => name.replace(/!$/, '');

function schemaOf(short: Json): Node {
  if (typeof short === 'string') return schemaOfWord(short);
  if (Array.isArray(short)) return { type: 'array', items: schemaOf(short[0] ?? 'anything') };
  if (typeof short !== 'object' || short === null) throw new TypeError(`${short} is no schema`);
  if (short.$ !== undefined) return withinJsonSchema(schemas.parse(short.$));
  const required = Object.keys(short).filter(isRequired).map(plain);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(short).map(([name, each]) => [plain(name), schemaOf(each)])),
    ...(required.length > 0 && { required }),
  };
}

function schemaOfWord(word: string): Node {
  const [, pattern, orNull] = /^\/(.*)\/(\??)$/.exec(word) ?? [];
  if (pattern !== undefined) return { type: 'string', pattern, ...(orNull && { nullable: true }) };
  const [, type = '', mayBeNull, format] = /^(\w+)(\?)?(?: (.+))?$/.exec(word) ?? [];
  if (type === 'only' && format) return { type: 'string', enum: [format] };
  if (word.includes('|')) return { type: 'string', enum: word.split('|') };
  if (type !== 'anything' && TYPES[type] === undefined) return { $ref: `#/components/schemas/${word}` };
  return {
    ...(TYPES[type] !== undefined && { type: TYPES[type] }),
    ...(format && { format }),
    ...(mayBeNull && { nullable: true }),
  };
}

function withinJsonSchema(schema: Node): Node {
  const { properties, items, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(schemas.parse(properties)).map(([name, each]) => [name, schemaOf(each)]),
      ),
    }),
    ...(items !== undefined && { items: schemaOf(items) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(schemaOf) }),
  };
}
