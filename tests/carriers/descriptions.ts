import { z } from 'zod';
import { type Json, type Node, readDescription } from './description-file.ts';
import { parseAs } from '../kit/read.ts';

interface Description {
  /** Below which its paths lie. */
  base: string;
  document: Node;
}

export const DESCRIPTIONS = {
  twilio: { base: '', document: await readDescription('twilio') },
  telnyx: { base: '/v2', document: await readDescription('telnyx') },
  vonage: { base: '', document: await readDescription('vonage') },
  plivo: { base: '/v1', document: await readDescription('plivo') },
  'africas-talking': { base: '/version1', document: await readDescription('africas-talking') },
} as const satisfies Record<string, Description>;

export type Described = keyof typeof DESCRIPTIONS;

export interface SeenRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string;
}

/**
 * Lists the faults of a request, by the carrier's own published description; empty where there are none. A
 * field that a description does not know is a fault as much as one that is missing or of a wrong form.
 * `descriptions/*.yaml` hold the fields that some test sends or answers: add a field there, as the carrier
 * describes it, before one sends or answers it.
 */
export function requestFaults(carrier: Described, request: SeenRequest): string[] {
  const found = findOperation(carrier, request);
  if (!found) return [`no operation ${request.method} ${new URL(request.url).pathname}`];
  return [
    ...authorizationFaults(carrier, found.operation, request),
    ...pathFaults(carrier, found),
    ...queryFaults(carrier, found.operation, new URL(request.url).searchParams),
    ...bodyFaults(carrier, found.operation, request),
  ];
}

/** Lists the faults of an answer, by the carrier's description. */
export function answerFaults(carrier: Described, request: SeenRequest, status: number, body: Json): string[] {
  const found = findOperation(carrier, request);
  // The request's own faults are reported already.
  if (!found) return [];
  const responses = node(found.operation.responses);
  const named = responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
  const response = named && resolve(carrier, named);
  if (response === undefined) return [`no answer ${status}`];
  const schema = at(response, 'content', 'application/json', 'schema');
  return schema === undefined ? [] : faultsOf(carrier, schema, body, 'answer');
}

/** Lists the faults of a report, by the schema of this name. */
export const reportFaults = (carrier: Described, schema: string, report: Json): string[] =>
  faultsOf(carrier, { $ref: `#/components/schemas/${schema}` }, report, 'report');

interface Found {
  operation: Node;
  path: Record<string, string>;
}

function findOperation(carrier: Described, { method, url }: SeenRequest): Found | null {
  const { base, document } = DESCRIPTIONS[carrier];
  const { pathname } = new URL(url);
  for (const [template, item] of Object.entries(node(document.paths))) {
    const pattern = template.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)');
    const match = new RegExp(`^${base}${pattern}$`).exec(pathname);
    const operation = node(item)[method.toLowerCase()];
    if (match && operation) return { operation: node(operation), path: { ...match.groups } };
  }
  return null;
}

/** By the operation's own rule, else by that of the whole description. */
function authorizationFaults(carrier: Described, operation: Node, { headers }: SeenRequest): string[] {
  const { document } = DESCRIPTIONS[carrier];
  const rules = operation.security ?? document.security ?? [];
  const [name] = Object.keys(node(Array.isArray(rules) ? (rules[0] ?? {}) : {}));
  const scheme = name && at(document, 'components', 'securitySchemes', name);
  if (!scheme) return [];
  const { type, name: header, scheme: kind } = node(scheme);
  if (type === 'apiKey') return headers.get(String(header)) ? [] : [`${String(header)} is missing`];
  const wanted = `${String(kind)} `;
  const given = headers.get('authorization') ?? '';
  return given.toLowerCase().startsWith(wanted) ? [] : [`authorization must be ${wanted}`];
}

function pathFaults(carrier: Described, { operation, path }: Found): string[] {
  return parameters(carrier, operation, 'path').flatMap((parameter) => {
    const name = String(parameter.name);
    return faultsOf(carrier, parameter.schema ?? {}, decodeURIComponent(path[name] ?? ''), `path ${name}`);
  });
}

function queryFaults(carrier: Described, operation: Node, query: URLSearchParams): string[] {
  const known = parameters(carrier, operation, 'query');
  const deep = known.filter(({ style }) => style === 'deepObject');
  const schema = objectSchema(
    known.map((parameter) => [String(parameter.name), parameter.schema ?? {}]),
    known.flatMap(({ name, required }) => (required ? [String(name)] : [])),
  );
  const values: Node = {};
  for (const [name, value] of query) {
    const [, outer = '', rest = ''] = /^(\w+)((?:\[\w+\])+)$/.exec(name) ?? [];
    if (deep.some((parameter) => parameter.name === outer)) setDeep(values, [outer, ...inner(rest)], value);
    else values[name] = value;
  }
  return faultsOf(carrier, schema, values, 'query');
}

const inner = (text: string): string[] => [...text.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name);

function setDeep(target: Node, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) target[name] = value;
  else setDeep(node((target[name] ??= {})), rest, value);
}

function bodyFaults(carrier: Described, operation: Node, { headers, body }: SeenRequest): string[] {
  const content = at(operation.requestBody ?? null, 'content');
  if (content === undefined) return body === '' ? [] : ['a body where none belongs'];
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const schema = at(content, type, 'schema');
  if (schema === undefined) return [`no body of type ${type}`];
  const value: Json = type.includes('json')
    ? parseAs(body, z.json())
    : formValue(schema, type.startsWith('multipart') ? partsOf(body) : new URLSearchParams(body));
  return faultsOf(carrier, schema, value, 'body');
}

/** A form of several parts, each with its name; a file's content stands for it. */
const partsOf = (body: string): URLSearchParams =>
  new URLSearchParams(
    [...body.matchAll(/name="([^"]+)"[^\r]*\r\n(?:[\w-]+:[^\r]*\r\n)*\r\n([\s\S]*?)\r\n--/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    ),
  );

/** A form as an object; a field that the schema has as a list may come several times. */
const formValue = (schema: Json, form: URLSearchParams): Json =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name);
      return [name, at(schema, 'properties', name, 'type') === 'array' || all.length > 1 ? all : (all[0] ?? '')];
    }),
  );

function faultsOf(carrier: Described, schema: Json, value: Json, where: string): string[] {
  const resolved = strict(resolve(carrier, schema));
  const checked = z.fromJSONSchema(resolved, { defaultTarget: 'openapi-3.0' }).safeParse(typed(resolved, value));
  if (checked.success) return [];
  return checked.error.issues.map((issue) => `${where} ${issue.path.join('.')}: ${issue.message}`);
}

/** A schema with its references replaced by what they name. */
function resolve(carrier: Described, schema: Json): Node {
  const { $ref, ...rest } = node(schema);
  if (typeof $ref === 'string') {
    return resolve(carrier, at(DESCRIPTIONS[carrier].document, ...$ref.slice(2).split('/')) ?? null);
  }
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      isNode(value) || Array.isArray(value) ? deep(carrier, value) : value,
    ]),
  );
}

const deep = (carrier: Described, value: Json): Json =>
  Array.isArray(value) ? value.map((each) => (isNode(each) ? resolve(carrier, each) : each)) : resolve(carrier, value);

function strict(schema: Node): Node {
  const closed: Node = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'properties'
        ? Object.fromEntries(Object.entries(node(value)).map(([key, each]) => [key, strict(node(each))]))
        : strictWithin(value),
    ]),
  );
  return 'properties' in schema ? { ...closed, additionalProperties: false } : closed;
}

const strictWithin = (value: Json): Json =>
  Array.isArray(value) ? value.map(strictWithin) : isNode(value) ? strict(value) : value;

/** Text of a form or a query as the type that its schema names, where it can be read as one. */
function typed(schema: Node, value: Json): Json {
  if (isNode(value)) {
    const properties = node(schema.properties ?? {});
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, typed(node(properties[name] ?? {}), each)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (schema.type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  if ((schema.type === 'integer' || schema.type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return value;
}

const objectSchema = (properties: [string, Json][], required: string[]): Node => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  required,
});

const parameters = (carrier: Described, operation: Node, where: string): Node[] =>
  (Array.isArray(operation.parameters) ? operation.parameters : [])
    .map((parameter) => resolve(carrier, parameter))
    .filter((parameter) => parameter.in === where);

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function node(value: Json | undefined): Node {
  if (!isNode(value)) throw new TypeError('the description has no object here');
  return value;
}

function at(value: Json, ...names: string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const name of names) current = isNode(current) ? current[name] : undefined;
  return current;
}
