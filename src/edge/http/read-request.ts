import type { z } from 'zod';
import { type FieldError, Problem } from '../../platform/kit/errors.ts';

/** Enough for a message to 100,000 recipients written as generously as the contract allows. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** What is no UTF-8 is refused: replaced by a mark, it would be kept as something that nobody sent. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a body as text.
 * @throws payload_too_large, malformed_json (no UTF-8)
 */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge();
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Problem('malformed_json', 'The body is not valid UTF-8');
  }
}

const tooLarge = () => new Problem('payload_too_large', 'The request body is larger than 8 MB');

/**
 * Reads the JSON of a body; undefined where there is none.
 * @throws unsupported_media_type, malformed_json, validation_failed
 */
export function parseJson(request: Request, text: string): unknown {
  if (text === '') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new Problem('unsupported_media_type', 'The body must be sent as application/json');
  }
  // PostgreSQL cannot hold the NUL character in a text.
  if (text.includes(String.raw`\u0000`)) {
    throw new Problem('validation_failed', 'The body holds a NUL character');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON');
  }
}

/** Applies a schema. @throws validation_failed naming each wrong field, never repeating its value */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: FieldError[] = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  throw new Problem('validation_failed', fields[0]?.message ?? 'The request is not valid', { fields });
}
