export type JsonSchema = { [keyword: string]: unknown };

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is under a key, if that is an object. */
export function objectIn(holder: JsonSchema, key: string): JsonSchema {
  const held = holder[key];
  return isObject(held) ? held : {};
}

/** What a field of this name or form has in examples; the first that its schema takes is shown. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/amount|level|limit|price/i, '12.50'],
  [/timeZone/, 'Europe/London'],
  [/Path$/, '/api/objects/019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b'],
  [/addresses|networks/, '198.41.0.4'],
  [/^keyword|^word/, 'STOP'],
  [/email/i, 'ada@example.com'],
  [/number|recipient|^to$|destination|phone|callerId/i, '+447700900123'],
  [/url|link|address$/i, 'https://example.com/hook'],
  [/country/i, 'GB'],
  [/senderId|sender$/i, 'Parcels'],
  [/^name$/, 'Parcels'],
  [/message|text|says/i, 'Your parcel comes today.'],
  [/name/i, 'Ada Lovelace'],
  [/apiKey|^key$/i, 'tl_live_…'],
];
const BY_FORM = [
  ...['text', '12.50', '0.0300', '0.030000', 'GB', '+447700900123', '44', '123456', '09:00', '2026-11', '1'],
  ...['203.0.113.0/24', '#2f4fc7', 'en-GB', `0x${'ab'.repeat(20)}`, 'a'.repeat(64), 'example.com'],
];
const FORMATS: Readonly<Record<string, string>> = {
  ...{ uuid: '019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b', 'date-time': '2026-11-28T12:00:00.000Z', date: '2026-11-28' },
  ...{ email: 'ada@example.com', uri: 'https://example.com/hook', time: '09:00:00', binary: '…' },
};

type Find = (reference: string) => JsonSchema;

const asObject = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/**
 * A value that a schema takes. Where nothing will do, what has a name is not shown inside something else: it has an
 * example of its own.
 * @param all optional fields as well
 * @param find what a reference leads to
 */
export function exampleOf(schema: JsonSchema, find: Find, { name = '', all = true, deep = false } = {}): unknown {
  const inside = (part: unknown, of = name, isDeep = deep) =>
    exampleOf(asObject(part), find, { name: of, all, deep: isDeep });
  if (typeof schema.$ref === 'string') return inside(find(schema.$ref));
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((each) => each !== null);
  if ('default' in schema && schema.default !== null) return schema.default;
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (deep && choices?.some((each) => asObject(each).type === 'null')) return null;
  if (choices) return inside(choices.find((each) => asObject(each).type !== 'null'));
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    if (typeof rest.type === 'string') return inside(Object.assign(rest, ...allOf.map(asObject)));
    return Object.assign({}, ...allOf.map((part) => inside(part)));
  }
  // Most have none.
  if (deep && Array.isArray(schema.type) && schema.format) return null;
  const type: unknown = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  switch (type) {
    case 'object': {
      const required = new Set(Array.isArray(schema.required) ? schema.required : []);
      // What marks a trial is in each example: it can be carried out as it stands.
      const isShown = (field: string) => all || field === 'test' || required.has(field);
      const fields = Object.entries(asObject(schema.properties)).filter(([field]) => isShown(field));
      return Object.fromEntries(fields.map(([field, part]) => [field, inside(part, field, true)]));
    }
    case 'array':
      if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((each) => inside(each));
      if (deep && asObject(schema.items).$ref && !schema.minItems) return [];
      return Array.from({ length: Number(schema.minItems ?? 1) }, () => inside(schema.items));
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1), Number(schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    default:
      return {};
  }
}

function textOf({ format, pattern, minLength, maxLength }: JsonSchema, name: string): string {
  if (typeof format === 'string' && FORMATS[format] !== undefined) return FORMATS[format];
  const form = typeof pattern === 'string' ? new RegExp(pattern, 'u') : null;
  const named = BY_NAME.filter(([names]) => names.test(name)).map(([, text]) => text);
  const fits = (text: string) =>
    (form?.test(text) ?? true) && text.length >= Number(minLength ?? 0) && text.length <= Number(maxLength ?? Infinity);
  return (
    [...named, ...BY_FORM].find(fits) ?? 'text'.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 999))
  );
}
