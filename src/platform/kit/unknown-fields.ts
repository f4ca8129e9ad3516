import { z } from 'zod';
import { fieldError, type FieldError, Problem } from './errors.ts';
import { fault } from './faults.ts';
import { furtherFields } from './open-ended.ts';
import { stepsBetween } from './unknown-settings.ts';

/** So many are named. */
const NAMED = 20;
/** So much of a name that somebody made up is repeated. */
const LONGEST_NAME = 40;

/** Notes each field of a value that a schema does not have. */
type Look = (value: unknown, path: string, found: FieldError[]) => void;

/**
 * Refuses a request with fields that its endpoint does not have. Without this a mistyped one would be as good as absent:
 * an export of everything where `since` is called `from`, a verified amount that is not the one that was meant.
 * @throws validation_failed naming each, with the nearest name that there is
 */
export function refuseUnknown(schema: z.ZodType, value: unknown): void {
  const found: FieldError[] = [];
  lookFor(schema)?.(value, '', found);
  const [first] = found;
  if (first) {
    const words = { ...fault('notUnderstood'), text: first.message };
    throw new Problem('validation_failed', words, { fields: found });
  }
}

const looks = new Map<z.ZodType, Look | null>();

/** Null for schemas without an object in them: 100,000 numbers need not be looked at. */
function lookFor(schema: z.ZodType): Look | null {
  const known = looks.get(schema);
  if (known !== undefined) return known;
  const made = makeLook(schema);
  looks.set(schema, made);
  return made;
}

function makeLook(schema: z.ZodType): Look | null {
  if (furtherFields(schema) === null) return null;
  if (schema instanceof z.ZodObject) return schema.def.catchall ? null : lookInObject(schema);
  if (schema instanceof z.ZodIntersection) return lookInObject(schema);
  if (schema instanceof z.ZodArray) return lookInArray(asType(schema.element));
  if (schema instanceof z.ZodUnion) return lookInUnion(schema.options.map(asType));
  if (schema instanceof z.ZodPipe) {
    return lookFor(asType(schema.in instanceof z.ZodTransform ? schema.out : schema.in));
  }
  return 'innerType' in schema.def ? lookFor(asType(schema.def.innerType)) : null;
}

/** @throws TypeError for what is no schema */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a schema');
}

/** The fields of an object, or of all parts of an intersection; null where any name is allowed. */
function shapesOf(schema: z.ZodType): Record<string, z.ZodType>[] | null {
  if (schema instanceof z.ZodObject) {
    return schema.def.catchall
      ? null
      : [Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, asType(part)]))];
  }
  const parts =
    schema instanceof z.ZodIntersection
      ? [schema.def.left, schema.def.right]
      : schema instanceof z.ZodUnion
        ? schema.options
        : null;
  const shapes = parts?.map((part) => shapesOf(asType(part)));
  return shapes?.every((each) => each !== null) ? shapes.flat() : null;
}

function lookInObject(schema: z.ZodType): Look | null {
  const shapes = shapesOf(schema);
  if (!shapes) return null;
  const fields = new Map<string, z.ZodType[]>();
  for (const shape of shapes) {
    for (const [name, part] of Object.entries(shape)) fields.set(name, [...(fields.get(name) ?? []), part]);
  }
  const further = furtherFields(schema);
  return (value, path, found) => {
    if (!isObject(value)) return;
    for (const [name, part] of Object.entries(value)) {
      if (further?.has(name)) continue;
      if (found.length === NAMED) return;
      const parts = fields.get(name);
      if (!parts) found.push(unknown(path, name, [...fields.keys()]));
      else if (parts.length === 1) for (const each of parts) lookFor(each)?.(part, `${path}${name}.`, found);
    }
  };
}

function lookInArray(element: z.ZodType): Look | null {
  const look = lookFor(element);
  if (!look) return null;
  return (value, path, found) => {
    if (!Array.isArray(value)) return;
    for (const [place, each] of value.entries()) {
      if (found.length === NAMED) return;
      look(each, `${path}${place}.`, found);
    }
  };
}

/** By the form that it fits best. */
function lookInUnion(options: readonly z.ZodType[]): Look | null {
  const all = options.map(lookFor);
  const objects = all.filter((look) => look !== null);
  if (objects.length === 0) return null;
  return (value, path, found) => {
    if (!isObject(value) && !Array.isArray(value)) return;
    const fitting = options.filter((option) => option.safeParse(value).success);
    const asked = fitting.length > 0 ? fitting.map(lookFor) : all;
    const each = asked.map((look) => {
      const own: FieldError[] = [];
      look?.(value, path, own);
      return own;
    });
    found.push(...(each.toSorted((one, other) => one.length - other.length)[0] ?? []));
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unknown(path: string, name: string, names: readonly string[]): FieldError {
  const shown = name.slice(0, LONGEST_NAME);
  const near = nearestName(name, names);
  const hint =
    near !== null
      ? `: did you mean ${near}?`
      : names.length > 0
        ? `. There are: ${names.join(', ')}`
        : '. There is none';
  return fieldError(path + shown, { ...fault('notUnderstood'), text: `There is no field ${shown}${hint}` });
}

/** The words of a name, in whatever order: `receivedAmount` is `amountReceived`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .toSorted()
    .join(' ');

/** Longer names are nobody's typing error. */
const LONGEST = 60;

/** The name that somebody may have meant: the same words, or at most a third of its letters otherwise; null if there is none. */
export function nearestName(given: string, names: readonly string[]): string | null {
  if (given.length > LONGEST) return null;
  const same = names.find((name) => wordsOf(name) === wordsOf(given));
  if (same !== undefined) return same;
  const [nearest] = names
    .map((name) => ({ name, steps: stepsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.steps - other.steps);
  return nearest?.name ?? null;
}
