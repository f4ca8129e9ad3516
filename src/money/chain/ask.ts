import { countedBytes } from '../../platform/kit/counted-bytes.ts';
import { parseJson } from '../../platform/kit/parse-json.ts';
import { type Ask, ChainFault, type Question } from './port.ts';

const TIMEOUT_MS = 8000;
/** The largest transactions of any chain are much smaller than this, and so are its blocks. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Sends a request to one endpoint. Redirects are not followed, time and size are limited, and only an answer in the
 * requested shape counts.
 * @param endpoint as configured: it may contain a user and password, or a key in its path or query
 * @param timeoutMs for all requests of one lookup together
 */
export function createAsk(endpoint: string, timeoutMs: number = TIMEOUT_MS): Ask {
  const signal = AbortSignal.timeout(timeoutMs);
  return async (question) => {
    const { status, text } = await answerOf(endpoint, question, signal).catch((error: unknown) => {
      throw error instanceof ChainFault ? error : new ChainFault(inWords(error, timeoutMs));
    });
    if (status === 404 && question.absent !== undefined) return question.absent;
    if (status !== 200) throw new ChainFault(`answered ${status}`);
    const answer = question.answer.safeParse(parseJson(text));
    if (!answer.success) throw new ChainFault('answered something that was not understood');
    return answer.data;
  };
}

/**
 * Asks the endpoints of a chain in turn until one answers.
 * @returns the answer, or why no endpoint could give it
 */
export async function firstToAnswer<Answer>(
  endpoints: readonly string[],
  timeoutMs: number,
  read: (ask: Ask) => Promise<Answer>,
): Promise<Answer | { fault: string }> {
  const faults: string[] = [];
  for (const endpoint of endpoints) {
    try {
      return await read(createAsk(endpoint, timeoutMs));
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error;
      faults.push(`${new URL(endpoint).hostname} ${error.message}`);
    }
  }
  return { fault: faults.join('; ') };
}

async function answerOf(
  endpoint: string,
  { path, query, body, mostBytes }: Pick<Question<unknown>, 'path' | 'query' | 'body' | 'mostBytes'>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const url = new URL(endpoint);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = url.password = '';
  if (path) url.pathname = url.pathname.replace(/\/+$/, '') + path;
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(credentials === ':' ? {} : { authorization: `Basic ${btoa(credentials)}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal,
  });
  const tooLarge = () => new ChainFault('answered more than a block can be');
  const bytes = await countedBytes(response.body, mostBytes ?? MAX_ANSWER_BYTES, tooLarge);
  return { status: response.status, text: new TextDecoder().decode(bytes) };
}

const inWords = (error: unknown, timeoutMs: number): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? `did not answer within ${timeoutMs / 1000} seconds`
    : 'could not be reached';
