import type { JsonSchema } from './openapi-schemas.ts';

/** A part that stands in several places is worth a name from this length on. */
const WORTH_A_NAME = 150;

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

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is under a key, if that is an object. */
export function objectIn(holder: JsonSchema, key: string): JsonSchema {
  const held = holder[key];
  return isObject(held) ? held : {};
}

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '');

/**
 * The same description, where what stands in several places has one name among the components: answers, parameters,
 * and parts of bodies. So a program that is generated from it has one type for one thing, and the text is a quarter.
 */
export function shared({ paths, components, ...rest }: Description): Description {
  const parts: Record<string, Record<string, unknown>> = { responses: {}, parameters: {}, schemas: {} };
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(components.schemas ?? {}));
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
    if (isSchema(value)) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1);
    for (const each of Object.values(value)) count(each);
  };
  count(paths);
  count(components);
  const share = (value: unknown, name: string, isWhole = false): unknown => {
    if (Array.isArray(value)) return value.map((each) => share(each, name));
    if (!isObject(value)) return value;
    const inside = () =>
      Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          key,
          key === 'properties' && isObject(each)
            ? Object.fromEntries(
                Object.entries(each).map(([part, schema]) => [part, share(schema, name + pascal(part))]),
              )
            : share(each, name),
        ]),
      );
    const text = isSchema(value) ? JSON.stringify(value) : '';
    const isNamed = text.length >= WORTH_A_NAME && (isWhole || (counts.get(text) ?? 0) > 1);
    return isNamed ? refer('schemas', value, name, inside) : inside();
  };
  const bodyOf = (body: JsonSchema, name: string): JsonSchema => {
    const content = isObject(body.content) ? Object.entries(body.content) : [];
    const schemas = content.map(([type, each]) => [
      type,
      isObject(each) ? { ...each, schema: share(each.schema, name, true) } : each,
    ]);
    return content.length === 0 ? body : { ...body, content: Object.fromEntries(schemas) };
  };
  const operationOf = (operation: Operation): Operation => {
    const name = pascal(operation.operationId);
    const { parameters, requestBody, responses } = operation;
    const answers = Object.entries(responses).map(([status, answer]) => [
      status,
      status.startsWith('2')
        ? bodyOf(answer, `${name}Answer`)
        : refer('responses', answer, `${pascal(String(answer.description).split(' · ')[0] ?? '')}${status}`),
    ]);
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((each) =>
          refer('parameters', each, pascal(`${String(each.in)} ${String(each.name)}`)),
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
  const known = Object.entries(components.schemas ?? {}).map(([name, schema]) => [name, share(schema, name)]);
  const schemas = Object.fromEntries([...known, ...Object.entries(parts.schemas ?? {})]);
  return { ...rest, paths: Object.fromEntries(each), components: { ...components, ...parts, schemas } };
}

/** A choice between one thing and null needs no name: the thing has one. */
const isSchema = ({ type, properties, anyOf, oneOf }: JsonSchema): boolean =>
  (type === 'object' && isObject(properties)) || Array.isArray(oneOf) || (Array.isArray(anyOf) && anyOf.length > 2);
