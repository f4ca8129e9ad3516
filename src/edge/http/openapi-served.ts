import type { EventKind } from '../../platform/events/kind.ts';
import type { Endpoint } from '../../platform/kit/endpoint.ts';
import { exampleOf, type JsonSchema, objectIn } from '../../platform/kit/example-of.ts';
import { describeApi } from './openapi.ts';
import { type Description, shared } from './openapi-shared.ts';

/**
 * Where the parts of the description are: what a customer's key may do, what administrators do, and everything else. A
 * program that is generated from the first has no type for what it could never use.
 */
export const DESCRIPTIONS = {
  programs: '/api/openapi.json',
  admin: '/api/openapi-admin.json',
  others: '/api/openapi-others.json',
} as const;
type Part = keyof typeof DESCRIPTIONS;

/** The users of each part. */
const USERS: Record<Part, string> = {
  programs: 'programs with a customer’s key',
  admin: 'administrators; on behalf of another account their keys need `admin` as well',
  others: 'browsers, carriers and SIP edges of ours',
};

/** Says which part this is, and leads to the others. */
const about = (part: Part): string =>
  [
    `This is for ${USERS[part]}.`,
    ...Object.entries(USERS).flatMap(([other, users]) =>
      other === part ? [] : `[For ${users.split(';')[0]}](/api/docs?${other}).`,
    ),
  ].join(' ');

/** Anybody may ask for these, and only screens, carriers and recipients do. */
const NOT_FOR_PROGRAMS = /^\/api\/(auth|brands?|callbacks|l|p|pages|sounds|status)\b/;

function isIn(part: Part, { access, path, produces }: Endpoint): boolean {
  if (produces?.includes('text/event-stream')) return true;
  const isForAnybody = access === 'public' && !NOT_FOR_PROGRAMS.test(path);
  if (isForAnybody || access === 'owner' || access === 'signed-in') return part === 'programs';
  return part === (access.startsWith('admin') ? 'admin' : 'others');
}

/**
 * One of the parts as it is served: short, with examples.
 * @param told the events of which webhooks are told, and what each says
 */
export function servedDescription(
  part: Part,
  all: readonly Endpoint[],
  events: readonly EventKind[],
  told: Record<string, string>,
): Description {
  const endpoints = all.filter((endpoint) => isIn(part, endpoint));
  const isAll = part !== 'programs';
  const kinds = events.filter(({ audience: { owner, everyone } }) => isAll || owner || everyone);
  const names = kinds.map(({ name }) => name);
  const { info, ...description } = shared(describeApi(endpoints, names, isAll ? {} : told));
  const find = (reference: string): JsonSchema =>
    reference.slice(2).split('/').reduce<JsonSchema>(objectIn, description);
  for (const { path, method, status, body } of endpoints) {
    const described = description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    addExample(described?.requestBody, find, (schema) => {
      const whole = exampleOf(schema, find);
      return !body || body.safeParse(whole).success ? whole : exampleOf(schema, find, { all: false });
    });
    addExample(described?.responses[status], find, (schema) => exampleOf(schema, find));
  }
  const said = objectIn({ info }, 'info');
  return { ...description, info: { ...said, description: `${String(said.description)}\n\n${about(part)}` } };
}

/** Adds an example to the content of a body or an answer; a schema with a name has its own, also for lists of it. */
function addExample(
  part: JsonSchema | undefined,
  find: (reference: string) => JsonSchema,
  make: (schema: JsonSchema) => unknown,
): void {
  const media = objectIn(objectIn(part ?? {}, 'content'), 'application/json');
  if (!media.schema) return;
  const schema = objectIn(media, 'schema');
  const named = [schema.$ref, objectIn(schema, 'items').$ref].find((each) => typeof each === 'string');
  if (named === undefined) media.example = make(schema);
  else if (!find(named).examples) find(named).examples = [make(find(named))];
}
