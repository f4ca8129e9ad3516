import type { z } from 'zod';
import { fieldError, Problem } from './errors.ts';
import { fault, type Sentence, sentenceOf } from './faults.ts';

/** Applies a schema. @throws validation_failed that names each wrong field and never repeats its value */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const fields = issues.map((issue) => fieldError(issue.path.map(String).join('.'), wordsOf(issue)));
  throw new Problem('validation_failed', wordsOf(issues[0]), { fields });
}

/** Zod's own messages are for programs: a person only reads that the entry is not valid. */
const wordsOf = (issue: { message: string } | undefined): Sentence =>
  sentenceOf(issue?.message ?? '') ?? { ...fault('notUnderstood'), text: issue?.message ?? 'The request is not valid' };
