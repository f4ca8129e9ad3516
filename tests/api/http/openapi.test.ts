import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { TOLD } from '../../../src/accounts/webhooks/told.ts';
import { routes } from '../../../src/app.ts';
import { EVENTS } from '../../../src/events.ts';
import { describeApi } from '../../../src/edge/http/openapi.ts';
import { DESCRIPTIONS } from '../../../src/edge/http/openapi-served.ts';
import { newDelivery } from '../../../src/platform/events/webhook-deliveries.ts';
import { endpointsFor } from '../../../src/platform/kit/endpoint.ts';
import { appForFile, readAs } from '../../kit/index.ts';

const { endpoint } = endpointsFor('Accounts');

const app = await appForFile();
const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.looseObject({ schema }));

const operation = z.looseObject({
  operationId: z.string(),
  security: z.record(z.string(), z.string().array()).array().optional(),
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
  security: z.unknown(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
  webhooks: z.unknown(),
});
type Description = z.infer<typeof apiDescription>;

async function readDescription(path: string = DESCRIPTIONS.programs): Promise<Description> {
  const response = await app.fetch(path);
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

const readAll = () => Promise.all(Object.values(DESCRIPTIONS).map(readDescription));

test.each(Object.values(DESCRIPTIONS))('anybody may read %s, and it is short and valid OpenAPI 3.1', async (path) => {
  const description = await readDescription(path);
  expect((await (await app.fetch(path)).text()).length).toBeLessThan(250_000);
  expect(description.openapi).toBe('3.1.0');
  expect(await new Validator().validate(description)).toEqual({ valid: true });
});

test('the validator that says so refuses a broken description', async () => {
  const description = await readDescription();
  expect((await new Validator().validate({ ...description, info: {} })).valid).toBe(false);
});

test('every operation that is served is described, and nothing else; what a key may do, in the first part', async () => {
  const parts = (await readAll()).map((each) => operationsOf(each).map(({ operationId }) => operationId));
  const served = routes.map((route) => route.endpoint.name);
  const [programs = [], ...others] = parts;
  // The stream of events stands in each.
  expect(parts.flat().toSorted()).toEqual([...served, ...others.map(() => 'streamEvents')].toSorted());
  for (const each of parts) expect(new Set(each).size).toBe(each.length);
  const forKeys = routes.filter(({ endpoint: { access } }) => access === 'owner' || access === 'signed-in');
  expect(programs).toEqual(expect.arrayContaining(forKeys.map((route) => route.endpoint.name)));
  const forbidden = routes.filter(({ endpoint: { access } }) => /admin|edge|session/.test(access));
  expect(forbidden.filter(({ endpoint: { name } }) => programs.includes(name))).toEqual([]);
});

test.each(Object.values(DESCRIPTIONS))('every reference of %s leads to what is there', async (path) => {
  const response = await app.fetch(path);
  const description = await readAs(response, z.looseObject({ components: z.record(z.string(), schema) }));
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path);
  expect(references.length).toBeGreaterThan(10);
  const known = Object.entries(description.components).flatMap(([kind, parts]) =>
    Object.keys(schema.parse(parts)).map((name) => `#/components/${kind}/${name}`),
  );
  for (const reference of new Set(references)) expect(known).toContain(reference ?? '');
});

test('every operation is described, and its examples are what the server takes and answers', async () => {
  for (const { paths, components } of await readAll()) {
    const named = z.object({ examples: z.unknown().array() });
    const reference = z.object({ $ref: z.string() });
    const exampleIn = ({ $ref }: z.infer<typeof reference>) =>
      named.parse(components.schemas[$ref.split('/').at(-1) ?? '']).examples[0];
    const media = z.object({
      example: z.unknown().optional(),
      schema: z.looseObject({ items: z.unknown().optional() }),
    });
    const exampleOf = (content: unknown) => {
      const { example, schema: shape } = media.parse(z.looseObject({}).parse(content)['application/json']);
      const [whole, row] = [reference.safeParse(shape), reference.safeParse(shape.items)];
      return whole.data ? exampleIn(whole.data) : row.data ? [exampleIn(row.data)] : example;
    };
    for (const { endpoint: each } of routes) {
      const { name, path, method, status, body, response, produces } = each;
      const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      if (!described) continue;
      expect(described.description?.length, name).toBeGreaterThan(5);
      if (body) expect(body.safeParse(exampleOf(described.requestBody?.content)).error, name).toBeUndefined();
      if (!response || produces) continue;
      expect(response.safeParse(exampleOf(described.responses[status]?.content)).error, name).toBeUndefined();
    }
  }
  const { webhooks, components } = await readDescription();
  const sent = newDelivery({ webhookId: '', event: 'test', data: '{}' }, { now: app.clock.now(), clock: app.clock });
  expect(Object.keys(z.looseObject({}).parse(JSON.parse(sent.body)))).toEqual([
    ...z.string().array().parse(components.schemas.WebhookBody?.required),
  ]);
  const said = z.record(z.string(), z.object({ post: z.looseObject({ summary: z.string() }) })).parse(webhooks);
  expect(Object.fromEntries(Object.entries(said).map(([event, { post }]) => [event, post.summary]))).toEqual(TOLD);
});

test('the stream of events names the shape of each event', async () => {
  const { paths, components } = await readDescription(DESCRIPTIONS.others);
  const stream = paths['/api/events']?.get;
  expect(Object.keys(stream?.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
  const { $ref } = z
    .object({ $ref: z.string() })
    .parse(stream?.responses['200']?.content?.['text/event-stream']?.schema.contentSchema);
  const shapes = components.schemas[$ref.split('/').at(-1) ?? ''];
  expect(shapes?.anyOf).toHaveLength(Object.keys(EVENTS).length);
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

  test('names its own errors; what any operation is refused for has one name', () => {
    const operation = described.paths['/api/users/{id}/charges']?.post;
    expect(operation?.description).toBe('Scope: `account`. Errors: 402 `insufficient_credits`.');
    expect(operation?.responses).toContainAllKeys(['201', '4XX']);
    const { responses } = z.looseObject({ responses: z.record(z.string(), schema) }).parse(described.components);
    expect(responses['4XX']?.headers).toHaveProperty('Retry-After');
    expect(responses['4XX']?.description).toContain('401 `not_signed_in`');
    expect(Object.keys(z.looseObject({}).parse(responses['4XX']?.content))).toEqual(['application/problem+json']);
  });

  test('says who may call it, how it is paged and what it takes beside JSON', () => {
    const { paths } = described;
    expect(paths['/api/users/{id}/charges']?.post?.security).toBeUndefined();
    expect(described.security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(paths['/api/charges']?.get?.security).toEqual([]);
    expect(paths['/api/files']?.put?.security).toEqual([{ session: [] }]);
    expect(paths['/api/charges']?.get?.responses['200']?.headers).toHaveProperty('Link');
    expect(paths['/api/charges']?.get?.parameters?.[0]).toMatchObject({ name: 'limit', schema: { default: 100 } });
    expect(Object.keys(paths['/api/files']?.put?.requestBody?.content ?? {})).toEqual(['image/png']);
    expect(paths['/api/files']?.put?.responses['204']).not.toHaveProperty('content');
  });
});
