import { z } from 'zod';
import { routes } from '../../src/app.ts';
import type { AnyEndpoint } from '../../src/callers/route.ts';
import { USUAL } from '../../src/edge/http/openapi.ts';
import { ERROR_CATALOGUE } from '../../src/platform/kit/errors.ts';
import { errorCode, readAs } from './read.ts';

const refusal = z.object({ code: errorCode, status: z.number() });

interface Place {
  endpoint: AnyEndpoint;
  pattern: RegExp;
}

/** Endpoints without parameters come first: `/api/objects/upload` is not an object's address. */
const places: Place[] = routes
  .map(({ endpoint }) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => parametersOf(a) - parametersOf(b));

function parametersOf({ endpoint }: Place): number {
  return endpoint.path.split(':').length;
}

const findEndpoint = (method: string, pathname: string): AnyEndpoint | undefined =>
  places.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))?.endpoint;

/**
 * Checks an answer against the contract of its endpoint: it has the promised status, media type and form, with no
 * additional field; or it is a problem whose code the endpoint declares. Answers outside the API are not checked.
 * @throws if the answer differs
 */
export async function checkAnswer(method: string, path: string, response: Response): Promise<void> {
  const endpoint = findEndpoint(method, path.split('?')[0] ?? '');
  if (!endpoint || response.status === 304) return;
  const fault = await faultOf(endpoint, response);
  if (fault) throw new Error(`${endpoint.name} breaks its contract: ${fault}`);
}

async function faultOf(endpoint: AnyEndpoint, response: Response): Promise<string | null> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) return problemFault(endpoint, response);
  const { status, produces, response: schema } = endpoint;
  // A part of a file, or an unchanged file without a body.
  if (produces && (response.status === 206 || response.status === 416)) return null;
  if (response.status !== status) return `status ${response.status} and not ${status}`;
  if (produces) {
    return produces.some((each) => type.startsWith(each)) ? null : `it does not produce ${type}`;
  }
  const text = await response.clone().text();
  if (!schema) return text === '' ? null : 'it answers with a body';
  if (!type.startsWith('application/json')) return `it answers ${type || 'nothing'}, not JSON`;
  const answer: unknown = JSON.parse(text);
  const shaped = schema.safeParse(answer);
  if (!shaped.success) return shaped.error.message;
  return Bun.deepEquals(shaped.data, answer) ? null : `fields beside the promised ones: ${text.slice(0, 400)}`;
}

async function problemFault(endpoint: AnyEndpoint, response: Response): Promise<string | null> {
  const { code, status } = await readAs(response.clone(), refusal);
  if (!USUAL.has(code) && !endpoint.errors?.includes(code)) return `it does not name the error ${code}`;
  const promised = ERROR_CATALOGUE[code].status;
  return status === promised && response.status === promised ? null : `${code} with status ${status}`;
}
