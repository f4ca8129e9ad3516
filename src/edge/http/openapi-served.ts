import type { EventKind } from '../../platform/events/kind.ts';
import type { Endpoint } from '../../platform/kit/endpoint.ts';
import { exampleOf, type JsonSchema, objectIn } from '../../platform/kit/example-of.ts';
import { describeApi } from './openapi.ts';
import { type Description, shared } from './openapi-shared.ts';

/**
 * Where the two parts of the description are: what a customer's key may do, and everything else. A program that is
 * generated from the first has no type for what it could never use.
 */
export const DESCRIPTIONS = { programs: '/api/openapi.json', others: '/api/openapi-admin.json' } as const;
type Part = keyof typeof DESCRIPTIONS;

const ABOUT: Record<Part, string> = {
  programs: `Administration, signing in, and what carriers and SIP edges of ours use is
[described elsewhere](/api/docs?others), in \`${DESCRIPTIONS.others}\`.`,
  others: `This is what administrators, browsers, carriers and SIP edges of ours use. What a customer's key may do is
[described elsewhere](/api/docs), in \`${DESCRIPTIONS.programs}\`.`,
};

/** Anybody may ask for these, and only screens and carriers do. */
const NOT_FOR_PROGRAMS = /^\/api\/(auth|brands?|callbacks|pages|status)\b/;

function isIn(part: Part, { access, path, produces }: Endpoint): boolean {
  if (produces?.includes('text/event-stream')) return true;
  const isForAnybody = access === 'public' && !NOT_FOR_PROGRAMS.test(path);
  const isForKeys = isForAnybody || access === 'owner' || access === 'signed-in';
  return isForKeys === (part === 'programs');
}

/**
 * One of the two parts as it is served: short, with examples.
 * @param told the events of which webhooks are told
 */
export function servedDescription(
  part: Part,
  all: readonly Endpoint[],
  events: readonly EventKind[],
  told: readonly string[],
): Description {
  const endpoints = all.filter((endpoint) => isIn(part, endpoint));
  const isAll = part === 'others';
  const kinds = events.filter(({ audience: { owner, everyone } }) => isAll || owner || everyone);
  const names = kinds.map(({ name }) => name);
  const { info, ...description } = shared(describeApi(endpoints, names, isAll ? [] : told));
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
  const about = objectIn({ info }, 'info');
  return { ...description, info: { ...about, description: `${String(about.description)}\n\n${ABOUT[part]}` } };
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
