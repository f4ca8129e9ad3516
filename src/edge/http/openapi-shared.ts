import { isObject, type JsonSchema, objectIn } from '../../platform/kit/example-of.ts';

export interface Operation extends JsonSchema {
  operationId: string;
  parameters?: JsonSchema[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
}
export interface Description extends JsonSchema {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, JsonSchema>;
}

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '');

/** A program that is generated could not tell ours from these. */
const TYPES_OF_LANGUAGES = ['Record', 'Promise', 'Error', 'Date', 'Object', 'Array', 'Map', 'Set'];

/** How long a reference is, without its name. */
const REFERENCE = '{"$ref":"#/components/schemas/"}'.length;

/**
 * The same description, where what stands in several places has one name among the components: parameters, and parts of
 * bodies and answers. So a program that is generated from it has one type for one thing, and the text is a third.
 */
export function shared({ paths, components, ...rest }: Description): Description {
  const parts: Record<string, JsonSchema> = { parameters: {}, schemas: {} };
  const names = new Map<string, string>();
  const known = components.schemas ?? {};
  for (const [name, schema] of Object.entries(known)) names.set(`schemas ${JSON.stringify(schema)}`, name);
  const taken = new Set([...TYPES_OF_LANGUAGES, ...Object.keys(known)]);
  const refer = (kind: string, part: JsonSchema, wanted: string, make: () => unknown = () => part): JsonSchema => {
    const text = `${kind} ${JSON.stringify(part)}`;
    let name = names.get(text);
    if (name === undefined) {
      name = wanted;
      for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
      taken.add(name);
      names.set(text, name);
      const holder = (parts[kind] ??= {});
      holder[name] = null;
      holder[name] = make();
    }
    return { $ref: `#/components/${kind}/${name}` };
  };
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) count(each);
    if (!isObject(value)) return;
    const text = JSON.stringify(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const each of Object.values(value)) count(each);
  };
  count(paths);
  count(components);
  /** Whether names make it shorter. */
  const pays = (text: string, name: string): boolean => {
    const times = counts.get(text) ?? 0;
    return times > 1 && times * text.length > times * (REFERENCE + name.length) + text.length + name.length;
  };
  const inside = (value: JsonSchema, name: string, part: string): JsonSchema =>
    Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === 'properties' && isObject(each)
          ? Object.fromEntries(
              Object.entries(each).map(([field, of]) => [field, share(of, name + pascal(field), pascal(field))]),
            )
          : share(each, name, part),
      ]),
    );
  const share = (value: unknown, name: string, part = name): unknown => {
    if (Array.isArray(value)) return value.map((each) => share(each, name, part));
    if (!isObject(value)) return value;
    const text = isSchema(value) ? JSON.stringify(value) : '';
    const isWhole = part === name;
    const make = () => inside(value, name, part);
    return text && ((isWhole && text.length >= WORTH_A_NAME) || pays(text, part))
      ? refer('schemas', value, part, make)
      : make();
  };
  const bodyOf = (body: JsonSchema, name: string): JsonSchema => {
    const content = isObject(body.content) ? Object.entries(body.content) : [];
    const schemas = content.map(([type, each]) => [
      type,
      isObject(each) ? { ...each, schema: share(each.schema, name) } : each,
    ]);
    return content.length === 0 ? body : { ...body, content: Object.fromEntries(schemas) };
  };
  const operationOf = (operation: Operation): Operation => {
    const name = pascal(operation.operationId);
    const { parameters, requestBody, responses } = operation;
    const answers = Object.entries(responses).map(([status, answer]) => [status, bodyOf(answer, `${name}Answer`)]);
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((each) =>
          pays(JSON.stringify(each), String(each.name)) ? refer('parameters', each, String(each.name)) : each,
        ),
      }),
      ...(requestBody && { requestBody: bodyOf(requestBody, `${name}Body`) }),
      responses: Object.fromEntries(answers),
    };
  };
  const each = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operationOf(operation)])),
  ]);
  const own = Object.keys(known).map((name) => [name, inside(objectIn(known, name), name, '')]);
  const schemas = derived(Object.fromEntries([...own, ...Object.entries(parts.schemas ?? {})]));
  return used({ ...rest, paths: Object.fromEntries(each), components: { ...components, ...parts, schemas } });
}

/** The same schemas, where one that has all fields of another refers to it. */
function derived(schemas: JsonSchema): JsonSchema {
  const all = Object.entries(schemas).map(([name, schema]) => {
    const { properties, required } = isObject(schema) ? schema : {};
    const needed = new Set(Array.isArray(required) ? required : []);
    const fields = Object.entries(isObject(properties) ? properties : {}).map(
      ([field, of]) => [field, JSON.stringify(of) + needed.has(field)] as const,
    );
    return { name, schema: objectIn(schemas, name), fields: new Map(fields), size: JSON.stringify(fields).length };
  });
  const larger = all.filter(({ size }) => size >= 2 * WORTH_A_NAME).toSorted((a, b) => b.size - a.size);
  return Object.fromEntries(
    all.map(({ name, schema, fields }) => {
      const base = larger.find(
        (each) => each.fields.size < fields.size && [...each.fields].every(([field, of]) => fields.get(field) === of),
      );
      if (!base) return [name, schema];
      const { type, properties, required, ...others } = schema;
      const isOwn = (field: unknown) => !base.fields.has(String(field));
      const more = {
        type,
        properties: Object.fromEntries(
          Object.entries(objectIn({ properties }, 'properties')).filter(([field]) => isOwn(field)),
        ),
        required: Array.isArray(required) ? required.filter(isOwn) : [],
      };
      return [name, { allOf: [{ $ref: `#/components/schemas/${base.name}` }, more], ...others }];
    }),
  );
}

/** The same description without the components that nothing refers to. */
function used(description: Description): Description {
  const { components, ...rest } = description;
  const reached = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      if (reached.has(`${kind}/${name}`)) continue;
      reached.add(`${kind}/${name}`);
      follow(components[kind]?.[name]);
    }
  };
  follow(rest);
  const text = JSON.stringify(rest);
  const isUsed = (kind: string, name: string): boolean =>
    kind === 'securitySchemes' ? text.includes(`{"${name}":[]}`) : reached.has(`${kind}/${name}`);
  const kept = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...rest, components: Object.fromEntries(kept) };
}

/** A whole body or answer has a name from this length on, also if it stands in one place. */
const WORTH_A_NAME = 150;

/** A choice between one thing and null needs no name: the thing has one. */
const isSchema = ({ type, properties, anyOf, oneOf, enum: values }: JsonSchema): boolean =>
  (type === 'object' && isObject(properties)) ||
  Array.isArray(values) ||
  Array.isArray(oneOf) ||
  (Array.isArray(anyOf) && anyOf.length > 2);
