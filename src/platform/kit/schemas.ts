import { z } from 'zod';
import { faultText, type Wording } from './faults.ts';

/** Schemas that more than one domain uses, and how one gets a name. */

/** The schemas that have a name in the description of the API. */
export const namedSchemas = z.registry<{ id: string }>();

const byName = new Map<string, z.ZodType>();

/** The schema of a name. */
export const schemaNamed = (id: string): z.ZodType | undefined => byName.get(id);

/** Gives a schema its name in the description, e.g. `User`. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  byName.set(id, schema);
  return schema;
}

/** An object whose schema has a name in the description. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => named(id, z.object(shape));

export const uuid = z.uuid({ error: 'Not a valid id' });

/** A person as the administrators' lists show them. */
export const person = z.object({ id: uuid, email: z.string(), fullName: z.string() });

/** ISO 8601 in UTC with milliseconds. */
export const isoTime = z.iso.datetime();

/** An address, or a network such as `203.0.113.0/24`. */
export const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: faultText('notUnderstood'),
});

/** Pounds as a decimal string with two places, `"12.50"`. May be negative where the field says so. */
export const money2 = named('Pounds', z.string().regex(/^-?\d{1,13}\.\d{2}$/));

/** Pounds as a decimal string with four places, `"0.0300"`: what messages and calls cost. */
export const money4 = named('FinePounds', z.string().regex(/^-?\d{1,13}\.\d{4}$/));

/** An amount as a client may write it: a decimal string or a JSON number, at most two places, above zero. */
export const amountInput = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(
    z
      .string()
      .regex(/^\d{1,8}(\.\d{1,2})?$/, {
        error: faultText('amountForm', { limit: 2 }),
        abort: true,
      })
      .refine((value) => Number(value) > 0, faultText('amountZero')),
  );

/** Null for no limit; otherwise pounds, and zero is allowed. */
export const limitInput = z
  .union([z.string(), z.number()], { error: faultText('limitForm', { limit: 2 }) })
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, faultText('limitForm', { limit: 2 })))
  .nullable();

/**
 * Text on one line, typed by a person: trimmed, limited in length, without control characters, without other ends of
 * lines, and without signs that turn the direction: with these a name would show something else than it is.
 */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, faultText('tooLong', { limit: max }))
    // Control characters break terminals, CSV files and carriers' systems; PostgreSQL cannot store NUL at all.
    .regex(/^[^\p{Cc}\u2028\u2029\p{Bidi_Control}]*$/u, faultText('characters'));

/**
 * No control character (`\p{Cc}`) but new lines and tabs. As one class: with a choice between two classes, a text of 1 MB
 * took 400 ms in place of 1.
 */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const PARAGRAPH = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/u;

/** Text of several lines: as `line`, but new lines and tabs may stand in it. */
export const paragraph = (max: number) =>
  z
    .string()
    .max(max, faultText('tooLong', { limit: max }))
    .regex(PARAGRAPH, faultText('characters'));

/** The code and the values of a message, for a client that shows it in another language. */
export const namedSentence = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** The ledger's words about a transaction, for a client that shows them in another language. */
export const wording: z.ZodType<Wording> = namedObject('Wording', {
  code: z.string(),
  /** Money is written `£12.50`, a country as its code; `what` may be the wording of something else. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => wording)])),
});

export const userParams = z.object({ id: uuid });

/** Lists are newest first; `before` is the id of the last element of the page before. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  before: uuid.optional(),
});

/** A day in UTC, `2026-11-30`. */
export const day = z.iso.date({ error: faultText('dateForm') });

/** The first and the last day of what is asked for, both included. */
export const days = { from: day.optional(), to: day.optional() };

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}
const inOrder = ({ from, to }: Days) => !from || !to || from <= to;

/** A query whose first day is not after its last one. */
export const withDaysInOrder = <Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>) =>
  schema.refine((query) => inOrder(query as Days), { path: ['to'], error: faultText('dayOrder') });

/** For lists that can also be read oldest first; `before` is then the row after which the page starts. */
export const orderedPageQuery = pageQuery.extend({ order: z.enum(['newest', 'oldest']).default('newest') });
