import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';

const HEADER = 'x-request-id';

/** Distinguishes this process's requests from those of all others. */
const process = randomBytes(4).toString('hex');
let count = 0;

/** The id of a request, in its answer and in every line of the log about it. */
export const nextRequestId = (): string => `${process}-${(++count).toString(36)}`;

/** Puts the request's id into its answer. */
export function identify(response: Response, requestId: string): Response {
  response.headers.set(HEADER, requestId);
  return response;
}

/** An answer to a request that reached no route. */
export function identified(log: Logger, answer: (log: Logger) => Response): Response {
  const requestId = nextRequestId();
  return identify(answer(log.child({ requestId })), requestId);
}
