import type { z } from 'zod';
import { version } from '../../../package.json' with { type: 'json' };
import { eventSchemaName } from '../../platform/events/kind.ts';
import type { Endpoint } from '../../platform/kit/endpoint.ts';
import { PARTS, SCOPES, scopesFor } from '../../platform/kit/scopes.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../platform/kit/errors.ts';
import { isObject, type JsonSchema } from '../../platform/kit/example-of.ts';
import { namedSchemas, toJsonSchema } from './openapi-schemas.ts';
import type { Description, Operation } from './openapi-shared.ts';

const DESCRIPTION = `Prepaid SMS, voice, SIP trunks and numbers. [What has changed](/api/docs/changes).

A first message, as a test; key and account id: [API Docs](/dashboard?section=api).

\`\`\`sh
SITE=…
API_KEY=tl_live_… USER_ID=…
curl "$SITE/api/users/$USER_ID/sms" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"senderId":"MyCompany",
       "recipients":["+447700900123"],
       "message":"Hello","test":true}'
\`\`\`

<details><summary>Sign-in, scopes, test keys, lists, errors</summary>

Sign in with the \`session\` cookie or send an API key as \`Authorization: Bearer tl_live_…\`.

A key may be limited to scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}. Each operation names those of which
one is enough; without it the answer is 403 \`forbidden\`, with what is missing.
No key changes passwords, sessions or keys.

A test key, \`tl_test_…\`, reads as others do and sends tests: they cost nothing and reach nobody, numbers that end in \`0000\`
are refused, of \`0001\` no report comes, and the message and its events have \`test\`. It lists tests alone, and changes nothing.

- Money is a decimal string in pounds, \`"12.50"\`; the cost of messages and calls has four places.
- Ids are UUIDs, times ISO 8601 in UTC.
- Lists are newest first. Where there is more, a \`Link\` header with \`rel="next"\` leads on;
  a page with filters may be short.
- Where \`Idempotency-Key\` is taken, the same key and body gives the first answer again for 24 hours.
- Webhooks are told of events in the body \`{ id, type, createdAt, data }\`, signed in \`Webhook-Signature\`, until they answer 2xx.
- Errors are problem details (RFC 9457): branch on \`code\`, show \`detail\`; \`type\` is \`/api/docs#\` and the code.

</details>`;

/**
 * The description of the API (OpenAPI 3.1), made from the endpoints, and the names of the events.
 * @param told those of which webhooks are told, and what each says
 */
export function describeApi(
  endpoints: readonly Endpoint[],
  events: readonly string[],
  told: Record<string, string> = {},
): Description {
  const paths: Description['paths'] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, events) };
  }
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))];
  return {
    openapi: '3.1.0',
    info: { title: 'API reference', version, description: DESCRIPTION, contact: { name: 'Support' }, license: LICENSE },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, description: PARTS[name][1] })),
    // Each is enough alone.
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    webhooks: Object.fromEntries(Object.entries(told).map(([event, says]) => [event, webhook(event, says)])),
    components: {
      schemas: namedSchemas(),
      responses: { '4XX': REFUSAL },
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** What a webhook is sent. */
const webhook = (event: string, summary: string): JsonSchema => ({
  post: {
    operationId: `told-${event}`,
    summary,
    security: [],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/WebhookBody' },
              {
                properties: {
                  type: { const: event },
                  data: { $ref: `#/components/schemas/${eventSchemaName(event)}` },
                },
              },
            ],
          },
        },
      },
    },
    responses: { '2XX': { description: 'OK' } },
  },
});

const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

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

function operation(endpoint: Endpoint, events: readonly string[]): Operation {
  const { params, query, idempotent, produces } = endpoint;
  const headers = [idempotent && IDEMPOTENCY_KEY, produces?.includes('text/event-stream') && LAST_EVENT_ID];
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query), ...headers.filter(isObject)];
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...security(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: success(endpoint, events),
      '4XX': REFUSED,
      // What leads elsewhere never says that it is done.
      ...(endpoint.status === 302 && { default: REFUSED }),
    },
  };
}

const REFUSED = { $ref: '#/components/responses/4XX' };

const WHO: Record<Endpoint['access'], string> = {
  public: 'For anybody.',
  edge: 'For SIP edges of ours.',
  'signed-in': 'For any active account.',
  session: 'For any active account, signed in.',
  owner: '',
  'owner-session': 'Signed in.',
  admin: 'For administrators.',
  'admin-session': 'For administrators, signed in.',
};

/** Who may use it and how, in sentences, and what it may be refused for beside what any operation is. */
function descriptionOf(endpoint: Endpoint): string {
  const { access, largestBody, errors = [] } = endpoint;
  const byKey = access !== 'public' && access !== 'edge' && !access.endsWith('session');
  const scopes = scopesFor(endpoint).map((scope) => `\`${scope}\``);
  const own = errors.filter((code) => !USUAL.has(code));
  return [
    WHO[access],
    byKey && `Scope: ${scopes.join(' or ')}.`,
    largestBody !== undefined && `Body: at most ${Math.floor(largestBody / 1024)} kB.`,
    own.length > 0 && `Errors: ${coded(own)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where it is not one of these two. */
function security({ access }: Endpoint): { security?: JsonSchema[] } {
  if (access === 'public') return { security: [] };
  if (access === 'edge') return { security: [{ edge: [] }] };
  return access.endsWith('session') ? { security: [{ session: [] }] } : {};
}

function parametersIn(place: 'path' | 'query', object: z.ZodObject | undefined): JsonSchema[] {
  if (!object) return [];
  const schema = toJsonSchema(object, 'input') as { properties?: JsonSchema; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    ...((place === 'path' || schema.required?.includes(name)) && { required: true }),
    ...(place === 'path' && name === 'id' && { description: 'Your account: its id stands under API Docs.' }),
    schema: property,
  }));
}

const IDEMPOTENCY_KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key and body gives the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
};
const LAST_EVENT_ID: JsonSchema = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last event read: the stream goes on right after it, for up to 24 hours.',
  schema: { type: 'string' },
};

const BINARY: JsonSchema = { type: 'string', format: 'binary' };

function requestBody({ body, accepts }: Endpoint): JsonSchema {
  if (accepts) {
    const content = Object.fromEntries(accepts.map((type) => [type, { schema: BINARY }]));
    return { requestBody: { required: true, content } };
  }
  if (!body) return {};
  const schema = toJsonSchema(body, 'input');
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function success({ status, response, produces, paged }: Endpoint, events: readonly string[]): JsonSchema {
  const headers = paged ? { Link: { $ref: '#/components/headers/Link' } } : undefined;
  const description = status === 204 ? 'Done' : status === 201 ? 'Created' : 'OK';
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
    contentSchema: { anyOf: events.map((name) => ({ $ref: `#/components/schemas/${eventSchemaName(name)}` })) },
  };
}

/** What any operation may be refused for, beside its own list. */
export const USUAL: ReadonlySet<ErrorCode> = new Set([
  ...([
    'malformed_json',
    'not_signed_in',
    'forbidden',
    'account_suspended',
    'second_factor_needed',
    'bad_origin',
  ] as const),
  ...(['step_up_required', 'not_found', 'payload_too_large', 'unsupported_media_type', 'validation_failed'] as const),
  ...(['idempotency_in_progress', 'idempotency_key_reused', 'rate_limited', 'internal', 'unavailable'] as const),
]);

const coded = (codes: Iterable<ErrorCode>): string =>
  [...Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status)]
    .map(([status, of]) => `${status} ${of.map((code) => `\`${code}\``).join(', ')}`)
    .join('; ');

const HEADERS: JsonSchema = {
  Link: {
    description: 'The address of the next page as `<…>; rel="next"`, where there is one.',
    schema: { type: 'string' },
  },
};

/** What each operation answers with instead: a problem. */
const REFUSAL: JsonSchema = {
  description: `A problem: ${coded(USUAL)}, or an error of the operation's own`,
  headers: { 'Retry-After': { description: 'With 429: seconds to wait', schema: { type: 'integer' } } },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
