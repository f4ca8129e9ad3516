import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../../../src/accounts/webhooks/contract.ts';
import { routes } from '../../../src/app.ts';
import { EVENTS } from '../../../src/events.ts';
import { describeApi } from '../../../src/edge/http/openapi.ts';
import { endpointsFor } from '../../../src/platform/kit/endpoint.ts';
import { appForFile, readAs } from '../../kit/index.ts';

const { endpoint } = endpointsFor('Accounts');

const app = await appForFile();
const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.looseObject({ schema }));

const operation = z.looseObject({
  operationId: z.string(),
  security: z.record(z.string(), z.string().array()).array(),
  parameters: z
    .looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema })
    .array()
    .optional(),
  requestBody: z.looseObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ headers: z.looseObject({}).optional(), content: content.optional() }),
  ),
  description: z.string().optional(),
});
type Operation = z.infer<typeof operation>;

const apiDescription = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
  webhooks: z.unknown(),
});
type Description = z.infer<typeof apiDescription>;

async function readDescription(): Promise<Description> {
  const response = await app.fetch('/api/openapi.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toStartWith('application/json');
  const read = await readAs(response, z.looseObject({ components: z.record(z.string(), schema) }));
  return apiDescription.parse({ ...read, paths: resolved(read.paths, read.components) });
}

/** With what its references to answers and parameters lead to. */
function resolved(part: unknown, components: Record<string, Record<string, unknown>>): unknown {
  if (Array.isArray(part)) return part.map((each) => resolved(each, components));
  if (typeof part !== 'object' || part === null) return part;
  const [, kind, name] = /^#\/components\/(responses|parameters)\/(.*)$/.exec(String(Reflect.get(part, '$ref'))) ?? [];
  if (kind !== undefined && name !== undefined) return components[kind]?.[name];
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, resolved(each, components)]));
}

const operationsOf = ({ paths }: Description): Operation[] => Object.values(paths).flatMap(Object.values);

test('anybody may read the description, and it is valid OpenAPI 3.1', async () => {
  const description = await readDescription();
  expect(description.openapi).toBe('3.1.0');
  expect(await new Validator().validate(description)).toEqual({ valid: true });
});

test('the validator that says so refuses a broken description', async () => {
  const description = await readDescription();
  const result = await new Validator().validate({ ...description, info: {} });
  expect(result.valid).toBe(false);
});

test('every operation that is served is described, and nothing else', async () => {
  const described = operationsOf(await readDescription()).map(({ operationId }) => operationId);
  const served = routes.map((route) => route.endpoint.name);
  expect(described.toSorted()).toEqual(served.toSorted());
  expect(new Set(described).size).toBe(described.length);
});

test('every reference leads to a schema that is there', async () => {
  const description = await readDescription();
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path);
  expect(references.length).toBeGreaterThan(10);
  const known = Object.entries(description.components).flatMap(([kind, parts]) =>
    Object.keys(schema.parse(parts)).map((name) => `#/components/${kind}/${name}`),
  );
  for (const reference of new Set(references)) expect(known).toContain(reference ?? '');
});

test('every operation is described, and its examples are what the server takes and answers', async () => {
  const { paths, components, webhooks } = await readDescription();
  const examples = z.record(z.string(), z.object({ value: z.unknown() })).parse(components.examples);
  const media = z.object({
    example: z.unknown().optional(),
    examples: z.object({ usual: z.object({ $ref: z.string() }) }).optional(),
  });
  const exampleOf = (content: unknown) => {
    const { example, examples: named } = media.parse(z.looseObject({}).parse(content)['application/json']);
    return named ? examples[named.usual.$ref.split('/').at(-1) ?? '']?.value : example;
  };
  for (const { endpoint: each } of routes) {
    const { name, path, method, status, body, response, produces } = each;
    const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(described?.description, name).toBeString();
    if (body) expect(body.safeParse(exampleOf(described?.requestBody?.content)).error, name).toBeUndefined();
    if (!response || produces) continue;
    expect(response.safeParse(exampleOf(described?.responses[status]?.content)).error, name).toBeUndefined();
  }
  expect(Object.keys(z.looseObject({}).parse(webhooks))).toEqual([...WEBHOOK_EVENTS]);
});

test('the stream of events names the shape of each event', async () => {
  const { paths } = await readDescription();
  const stream = paths['/api/events']?.get;
  expect(Object.keys(stream?.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
  const shapes = stream?.responses['200']?.content?.['text/event-stream']?.schema.contentSchema;
  expect(z.object({ anyOf: z.array(z.unknown()) }).parse(shapes).anyOf).toHaveLength(Object.keys(EVENTS).length);
  expect(stream?.parameters?.map(({ name }) => name)).toContain('Last-Event-ID');
});

describe('an endpoint', () => {
  const params = z.object({ id: z.uuid() });
  const body = z.object({ amount: z.string().transform(Number), note: z.string().default('none') });
  const charge = endpoint('charge', 'POST /api/users/:id/charges', {
    access: 'owner',
    summary: 'Charge',
    status: 201,
    idempotent: true,
    errors: ['insufficient_credits'],
    params,
    body,
    response: z.object({ charged: z.string().default('') }),
  });
  const list = endpoint('list', 'GET /api/charges', {
    access: 'public',
    summary: 'List',
    paged: true,
    query: z.object({ limit: z.coerce.number().default(100) }),
    response: z.array(z.string()),
  });
  const file = endpoint('file', 'PUT /api/files', {
    access: 'owner-session',
    summary: 'File',
    accepts: ['image/png'],
  });
  const described = apiDescription.parse(describeApi([charge, list, file], []));

  test('tells what a client may send and what the server answers', () => {
    const operation = described.paths['/api/users/{id}/charges']?.post;
    expect(operation?.parameters?.map((each) => [each.in, each.name, each.required ?? false])).toEqual([
      ['path', 'id', true],
      ['header', 'Idempotency-Key', false],
    ]);
    // A default may be left out by the sender and is there in an answer.
    expect(operation?.requestBody?.content['application/json']?.schema.required).toEqual(['amount']);
    const answer = operation?.responses['201']?.content?.['application/json']?.schema;
    expect(answer).toMatchObject({ required: ['charged'] });
  });

  test('lists its own errors and those that its access rule and schemas imply', () => {
    const operation = described.paths['/api/users/{id}/charges']?.post;
    const statuses = ['201', '400', '401', '402', '403', '404', '409', '413', '415', '422', '429', '500', '503'];
    expect(Object.keys(operation?.responses ?? {}).toSorted()).toEqual(statuses);
    expect(operation?.responses['429']?.headers).toHaveProperty('Retry-After');
    expect(Object.keys(operation?.responses['402']?.content ?? {})).toEqual(['application/problem+json']);
    const reading = Object.keys(described.paths['/api/charges']?.get?.responses ?? {});
    expect(reading).toEqual(['200', '422', '429', '500', '503']);
  });

  test('says who may call it, how it is paged and what it takes beside JSON', () => {
    const { paths } = described;
    expect(paths['/api/users/{id}/charges']?.post?.security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(paths['/api/charges']?.get?.security).toEqual([]);
    expect(paths['/api/files']?.put?.security).toEqual([{ session: [] }]);
    expect(paths['/api/charges']?.get?.responses['200']?.headers).toHaveProperty('Link');
    expect(paths['/api/charges']?.get?.parameters?.[0]).toMatchObject({ name: 'limit', schema: { default: 100 } });
    expect(Object.keys(paths['/api/files']?.put?.requestBody?.content ?? {})).toEqual(['image/png']);
    expect(paths['/api/files']?.put?.responses['204']).not.toHaveProperty('content');
  });
});
