/**
 * Writes the clients from the description of the API: `bun clients/generate.ts`. It leaves out what only administrators,
 * browsers and carriers use. `tests/api/docs/clients.test.ts` says when they have to be written again.
 */
import { TOLD } from '../src/accounts/webhooks/told.ts';
import { routes } from '../src/app.ts';
import { servedDescription } from '../src/edge/http/openapi-served.ts';
import type { Endpoint } from '../src/platform/kit/endpoint.ts';
import { EVENTS } from '../src/events.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- JSON Schema is read as it comes.
type Schema = Record<string, any>;

const isForPrograms = ({ access, produces, accepts }: Endpoint): boolean =>
  (access === 'owner' || access === 'signed-in') && !produces && !accepts;

/** As Python writes a name; `from` is a word of its own there. */
const snake = (name: string): string =>
  name === 'from' ? 'from_' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** A schema as a type of TypeScript; `used` gets the names that it refers to. */
function typeOf(schema: Schema | undefined, used: Set<string>): string {
  const inside = (part: Schema | undefined) => typeOf(part, used);
  if (!schema) return 'unknown';
  if (schema.$ref) {
    const name = String(schema.$ref).split('/').at(-1) ?? '';
    used.add(name);
    return name;
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each: unknown) => JSON.stringify(each)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(inside))].join(' | ');
  if (schema.allOf && !schema.type) return schema.allOf.map(inside).map((each: string) => `(${each})`).join(' & ');
  const types: string[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const each = types.map((type) => {
    if (type === 'integer') return 'number';
    if (type === 'array') return schema.items ? `(${inside(schema.items)})[]` : 'unknown[]';
    if (type !== 'object') return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown';
    const fields = Object.entries<Schema>(schema.properties ?? {});
    const required = new Set(schema.required ?? []);
    if (fields.length === 0) return `Record<string, ${inside(schema.additionalProperties || undefined)}>`;
    return `{ ${fields.map(([name, part]) => `${keyOf(name)}${required.has(name) ? '' : '?'}: ${inside(part)}`).join('; ')} }`;
  });
  return each.join(' | ');
}

interface Written {
  typescript: string;
  python: string;
}

export async function writeClients(): Promise<Written> {
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const description: Schema = servedDescription('programs', endpoints, Object.values(EVENTS), TOLD);
  const used = new Set<string>();
  const types: string[] = [];
  const methods: string[] = [];
  const table: string[] = [];
  const python: string[] = [];
  for (const endpoint of endpoints.filter(isForPrograms)) {
    const { name, method, summary, idempotent = false, status } = endpoint;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation: Schema = description.paths[path][method.toLowerCase()];
    const parameters: Schema[] = (operation.parameters ?? []).map((each: Schema) =>
      each.$ref ? description.components.parameters[each.$ref.split('/').at(-1)] : each,
    );
    const placed = parameters.filter((each) => each.in !== 'header');
    const body = operation.requestBody?.content?.['application/json']?.schema;
    const answer = operation.responses[status]?.content?.['application/json']?.schema;
    const fields = placed.map((each) => `${each.name}${each.required ? '' : '?'}: ${typeOf(each.schema, used)}`);
    if (body) fields.push(`body${operation.requestBody.required ? '' : '?'}: ${typeOf(body, used)}`);
    if (idempotent) fields.push('idempotencyKey?: string');
    const optional = fields.every((field) => field.includes('?:')) ? '?' : '';
    methods.push(
      `  /** ${summary}. */\n  ${name}(call${optional}: { ${fields.join('; ')} }): Promise<${answer ? typeOf(answer, used) : 'void'}>;`,
    );
    const query = placed.filter((each) => each.in === 'query').map((each) => each.name);
    table.push(`  ${name}: ['${method}', '${path}', ${JSON.stringify(query)}, ${idempotent}],`);
    const first = placed.filter((each) => each.in === 'path').map((each) => snake(each.name));
    const args = [...first, ...(body ? ['body'] : []), ...query.map((each) => `${snake(each)}=None`)];
    if (idempotent) args.push('idempotency_key=None');
    python.push(
      [
        `    def ${snake(name)}(self, ${args.join(', ')}):`,
        `        """${summary}."""`,
        `        return self._call('${method}', '${path}', {${first.map((each, at) => `'${placed.filter(({ in: place }) => place === 'path')[at]?.name}': ${each}`).join(', ')}}, {${query.map((each) => `'${each}': ${snake(each)}`).join(', ')}}, ${body ? 'body' : 'None'}, ${idempotent ? 'idempotency_key or _new_key()' : 'None'})`,
      ].join('\n'),
    );
  }
  for (const name of used) types.push(`export type ${name} = ${typeOf(description.components.schemas[name], used)};`);
  const fill = async (file: string, parts: Record<string, string>) =>
    Object.entries(parts).reduce(
      (text, [name, part]) => text.replace(new RegExp(`^.*\\[${name}\\].*$`, 'm'), () => part),
      await Bun.file(new URL(file, import.meta.url)).text(),
    );
  return {
    typescript: await fill('typescript/client.template', {
      types: types.toSorted().join('\n'),
      methods: methods.join('\n'),
      operations: table.join('\n'),
    }),
    python: await fill('python/client.template', { methods: python.join('\n\n') }),
  };
}

if (import.meta.main) {
  const { typescript, python } = await writeClients();
  await Bun.write(new URL('typescript/client.ts', import.meta.url), typescript);
  await Bun.write(new URL('python/client.py', import.meta.url), python);
  process.exit(0);
}
