import type { z } from 'zod';
import { version } from '../../../package.json' with { type: 'json' };
import { eventSchemaName } from '../../platform/events/kind.ts';
import type { Endpoint } from '../../platform/kit/endpoint.ts';
import { SCOPE_OF_TAG, SCOPES, scopesFor } from '../../platform/kit/scopes.ts';
import { canAsk } from '../../platform/kit/step-up.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../platform/kit/errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { type JsonSchema, namedSchemas, toJsonSchema } from './openapi-schemas.ts';
import { type Description, objectIn, type Operation, shared } from './openapi-shared.ts';

type Described = Endpoint;

const DESCRIPTION = `Prepaid SMS, voice, SIP trunks and numbers.

Sign in with the \`session\` cookie or send an API key as \`Authorization: Bearer tl_live_…\`.

A key may be limited to scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}. Each operation names those of which
one is enough; without it the answer is 403 \`forbidden\`, and \`detail\` names what is missing. On behalf of another
account an administrator's key needs \`admin\` as well. Keys cannot change passwords, sessions or keys.

A test key, \`tl_test_…\`, reads as others do and sends tests: they cost nothing and reach nobody, numbers that end in \`0000\`
are refused, of \`0001\` no report comes, and the message and its events have \`test\`. It lists tests alone, and changes nothing.

- Money is a decimal string in pounds, e.g. \`"12.50"\`; the cost of messages and calls has four places.
- Ids are UUIDs, times ISO 8601 in UTC.
- Lists are newest first. Where there is more, a \`Link\` header with \`rel="next"\` leads to the next page.
- Where \`Idempotency-Key\` is taken, the same key and body gives the first answer again for 24 hours.
- Errors are problem details (RFC 9457): branch on \`code\`, show \`detail\`.`;

/**
 * The description of the API (OpenAPI 3.1), made from the endpoints, and the names of the events.
 * @param told those of which webhooks are told
 */
export function describeApi(
  endpoints: readonly Described[],
  events: readonly string[],
  told: readonly string[] = [],
): Description {
  const paths: Description['paths'] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, events) };
  }
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))];
  return {
    openapi: '3.1.0',
    info: { title: 'API reference', version, description: DESCRIPTION, contact: CONTACT, license: LICENSE },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({
      name,
      description: `A key that changes something here needs \`${SCOPE_OF_TAG[name]}\`.`,
    })),
    paths,
    webhooks: Object.fromEntries(told.map((event) => [event, webhook(event)])),
    components: { schemas: namedSchemas(), securitySchemes: SECURITY_SCHEMES },
  };
}

/** The same as it is served: short, with examples. */
export function servedDescription(...given: Parameters<typeof describeApi>): Description {
  const description = shared(describeApi(...given));
  const find = (reference: string): JsonSchema =>
    reference.slice(2).split('/').reduce<JsonSchema>(objectIn, description);
  const examples: JsonSchema = {};
  const add = (part: JsonSchema | undefined, make: (schema: JsonSchema) => unknown) =>
    addExample({ part, examples }, make);
  for (const endpoint of given[0]) {
    const path = description.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
    if (!path) continue;
    const { body } = endpoint;
    add(path.requestBody, (schema) => {
      const whole = exampleOf(schema, find);
      return !body || body.safeParse(whole).success ? whole : exampleOf(schema, find, { all: false });
    });
    add(path.responses[endpoint.status], (schema) => exampleOf(schema, find));
  }
  return { ...description, components: { ...description.components, examples } };
}

/** Adds an example to the content of a body or an answer; that of a schema with a name stands among the components. */
function addExample(
  { part, examples }: { part: JsonSchema | undefined; examples: JsonSchema },
  make: (schema: JsonSchema) => unknown,
): void {
  const media = objectIn(objectIn(part ?? {}, 'content'), 'application/json');
  if (!media.schema) return;
  const schema = objectIn(media, 'schema');
  const listed = objectIn(schema, 'items').$ref;
  const of = [schema.$ref, listed]
    .find((each) => typeof each === 'string')
    ?.split('/')
    .at(-1);
  if (of === undefined) {
    media.example = make(schema);
    return;
  }
  const name = schema.$ref ? of : `${of}List`;
  examples[name] ??= { value: make(schema) };
  media.examples = { usual: { $ref: `#/components/examples/${name}` } };
}

/** What a webhook is sent. */
const webhook = (event: string): JsonSchema => ({
  post: {
    operationId: `told-${event}`,
    summary: `The event ${event}`,
    description:
      'Sent to each webhook that asks for it, signed in `Webhook-Signature`; sent again until the answer is 2xx.',
    tags: ['Webhooks'],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              event: { const: event },
              data: { $ref: `#/components/schemas/${eventSchemaName(event)}` },
            },
            required: ['event', 'data'],
          },
        },
      },
    },
    responses: { '2XX': { description: 'It was taken' }, '4XX': { description: 'It is sent again' } },
  },
});

const CONTACT = { name: 'Support' };
const LICENSE = { name: 'Proprietary' };

const SECURITY_SCHEMES = {
  edge: { type: 'http', scheme: 'bearer', description: 'The token of a SIP edge, `SIP_PROXY_TOKEN`' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `tl_live_…` or `tl_test_…`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The cookie that signing in sets; `__Host-session` under https',
  },
};

function operation(endpoint: Described, events: readonly string[]): Operation {
  const parameters = [...pathAndQuery(endpoint), ...headerParameters(endpoint)];
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: security(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(endpoint),
    responses: { [endpoint.status]: success(endpoint, events), ...problems(endpoint) },
  };
}

const WHO: Record<Described['access'], string> = {
  public: 'Anybody may use it.',
  edge: 'SIP edges of ours use it.',
  'signed-in': 'Any active account may use it.',
  session: 'Any active account may use it, signed in and not by a key.',
  owner: 'The account in the path may use it, and administrators.',
  'owner-session': 'The account in the path may use it, and administrators, signed in and not by a key.',
  admin: 'Administrators may use it.',
  'admin-session': 'Administrators may use it, signed in and not by a key.',
};

/** Who may use it and how, in sentences. */
function descriptionOf(endpoint: Described): string {
  const { access, idempotent, paged, largestBody, status, method } = endpoint;
  const byKey = access !== 'public' && access !== 'edge' && !access.endsWith('session');
  const scopes = scopesFor(endpoint).map((scope) => `\`${scope}\``);
  return [
    WHO[access],
    byKey && `A key needs the scope ${scopes.join(' or ')}.`,
    paged && 'Newest first, `limit` at a time; the header `Link` leads to the next page.',
    idempotent && 'With an `Idempotency-Key` it is done once, however often it is sent.',
    largestBody !== undefined && `The body has at most ${Math.floor(largestBody / 1024)} kB.`,
    method === 'GET' ? 'It changes nothing.' : status === 204 && 'It answers without a body.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Each alternative is enough alone. */
function security(endpoint: Described): JsonSchema[] {
  const { access } = endpoint;
  if (access === 'public') return [];
  if (access === 'edge') return [{ edge: [] }];
  if (access.endsWith('session')) return [{ session: [] }];
  return [{ apiKey: [] }, { session: [] }];
}

function pathAndQuery({ params, query }: Described): JsonSchema[] {
  return [...parametersIn('path', params), ...parametersIn('query', query)];
}

function parametersIn(place: 'path' | 'query', object: z.ZodObject | undefined): JsonSchema[] {
  if (!object) return [];
  const schema = toJsonSchema(object, 'input') as { properties?: JsonSchema; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

function headerParameters({ idempotent, produces }: Described): JsonSchema[] {
  const headers: JsonSchema[] = [];
  if (idempotent) {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      description: 'With the same key and body the first answer comes again instead of acting twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
    });
  }
  if (produces?.includes('text/event-stream')) {
    headers.push({
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event read: the stream goes on right after it, for up to 24 hours.',
      schema: { type: 'string' },
    });
  }
  return headers;
}

const BINARY: JsonSchema = { type: 'string', format: 'binary' };

function requestBody({ body, accepts }: Described): JsonSchema {
  if (accepts) {
    const content = Object.fromEntries(accepts.map((type) => [type, { schema: BINARY }]));
    return { requestBody: { required: true, content } };
  }
  if (!body) return {};
  const schema = toJsonSchema(body, 'input');
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function success({ status, response, produces, paged }: Described, events: readonly string[]): JsonSchema {
  const headers = paged
    ? {
        Link: {
          description: 'The address of the next page as `<…>; rel="next"`, where there is one.',
          schema: { type: 'string' },
        },
      }
    : undefined;
  const description = status === 204 ? 'Done; no content' : status === 201 ? 'Created' : 'OK';
  const content = produces
    ? Object.fromEntries(produces.map((type) => [type, { schema: textOrBinary(type, events) }]))
    : response && { 'application/json': { schema: toJsonSchema(response, 'output') } };
  return { description, ...(headers ? { headers } : {}), ...(content ? { content } : {}) };
}

function textOrBinary(type: string, events: readonly string[]): JsonSchema {
  if (type !== 'text/event-stream') return type.startsWith('text/') ? { type: 'string' } : BINARY;
  return {
    type: 'string',
    description: 'Events with `id`, `event` and JSON `data`, each `data` in one of these shapes.',
    contentMediaType: 'application/json',
    contentSchema: { anyOf: eventReferences(events) },
  };
}

const eventReferences = (events: readonly string[]): JsonSchema[] =>
  events.map((name) => ({ $ref: `#/components/schemas/${eventSchemaName(name)}` }));

/** The errors of an endpoint, from its access rule, its schemas, and its own list. */
export function errorsOf(endpoint: Described): ErrorCode[] {
  const { access, method, params, query, body, idempotent, errors } = endpoint;
  const codes = new Set<ErrorCode>(['validation_failed', 'rate_limited', 'internal', 'unavailable', ...(errors ?? [])]);
  const isForAccounts = access !== 'public' && access !== 'edge';
  if (access === 'edge') codes.add('not_signed_in');
  if (isForAccounts) for (const code of ['not_signed_in', 'account_suspended'] as const) codes.add(code);
  // A key may lack the scope that the endpoint needs.
  if (isForAccounts) codes.add('forbidden');
  if (access.startsWith('admin') || access.startsWith('owner')) codes.add('second_factor_needed');
  // An administrator may ask for any account, also for one that does not exist.
  if (access.startsWith('owner')) codes.add('not_found');
  if (method !== 'GET') codes.add('bad_origin');
  if (canAsk(endpoint)) codes.add('step_up_required');
  if (params || query || body || idempotent) codes.add('validation_failed');
  if (body) {
    const bodyCodes = ['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const;
    for (const code of bodyCodes) codes.add(code);
  }
  if (idempotent) for (const code of ['idempotency_in_progress', 'idempotency_key_reused'] as const) codes.add(code);
  return [...codes];
}

function problems(endpoint: Described): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, problemAnswer(status, codes)]));
}

function problemAnswer(status: number, codes: ErrorCode[]): JsonSchema {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
  };
  const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer' } };
  return {
    description: codes.map((code) => ERROR_CATALOGUE[code].title).join(' · '),
    ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/problem+json': { schema } },
  };
}
