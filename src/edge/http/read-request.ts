import { JSONParser } from '@streamparser/json';
import { countedBytes } from '../../platform/kit/counted-bytes.ts';
import type { Endpoint } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { Pace, turn } from '../../platform/kit/turn.ts';

const KB = 1024;
const LARGEST_BODY = { ofAnybody: 16 * KB, ofCallers: 64 * KB };

/**
 * Text that is not UTF-8 is refused: a decoder would replace bytes, and we would store a text that nobody sent. A byte
 * order mark stays in the text, where JSON does not allow it.
 */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a body as text, up to the endpoint's limit.
 * @throws payload_too_large, malformed_json (not UTF-8), malformed_request (the body ended early)
 */
export async function readBody(
  request: Request,
  { largestBody, access }: Pick<Endpoint, 'largestBody' | 'access'>,
): Promise<string> {
  const most =
    largestBody ?? (access === 'public' || access === 'edge' ? LARGEST_BODY.ofAnybody : LARGEST_BODY.ofCallers);
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > most) throw tooLarge(most);
  // Without a Content-Length the size is not known before the end.
  const bytes = announced === null ? await readCounting(request, most) : await request.arrayBuffer();
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Problem('malformed_json', 'The body is not valid UTF-8');
  }
}

const readCounting = (request: Request, most: number): Promise<Uint8Array> =>
  countedBytes(request.body, most, () => tooLarge(most)).catch((error: unknown) => {
    throw error instanceof Problem ? error : new Problem('malformed_request', 'The body broke off before its end');
  });

const tooLarge = (most: number) => new Problem('payload_too_large', `The request body is larger than ${most / KB} kB`);

/** PostgreSQL cannot store the NUL character in a text. */
export const holdsNul = (part: 'body' | 'query') =>
  new Problem('validation_failed', { ...sentence('notStorable'), text: `The ${part} holds a NUL character` });

/**
 * Parses the JSON of a body; undefined where there is no body.
 * @throws unsupported_media_type, malformed_json, validation_failed
 */
export async function parseJson(request: Request, text: string): Promise<unknown> {
  if (text === '') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new Problem('unsupported_media_type', 'The body must be sent as application/json');
  }
  if (text.includes(String.raw`\u0000`)) throw holdsNul('body');
  try {
    return text.length < LONG_JSON || text.startsWith(MARK) ? JSON.parse(text) : await parsePaced(text);
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON');
  }
}

/** A byte order mark, which the parser of slices would pass over. */
const MARK = '\ufeff';

/** `JSON.parse` holds the process for some 10 ms for each MB. */
const LONG_JSON = 512 * KB;
const SLICE = 64 * KB;

/** Does the same as `JSON.parse`, in slices between which others have their turns. It takes twice the processor time. */
async function parsePaced(text: string): Promise<unknown> {
  await turn();
  const bytes = new TextEncoder().encode(text);
  let value: unknown;
  const parser = new JSONParser({ paths: ['$'], keepStack: false });
  parser.onValue = (whole) => (value = whole.value);
  const pace = new Pace();
  for (let from = 0; from < bytes.length; from += SLICE) {
    if (pace.isOver()) await pace.rest();
    parser.write(bytes.subarray(from, from + SLICE));
  }
  // The parser is at its end after the last bracket; a body that broke off is not.
  if (!parser.isEnded) parser.end();
  // The checks that follow take a turn of their own.
  await turn();
  return value;
}

/** Lets others have their turns after the checks of a long body. */
export async function restAfter(text: string): Promise<void> {
  if (text.length >= LONG_JSON) await turn();
}
