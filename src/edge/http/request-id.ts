import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';

const HEADER = 'x-request-id';

/** Tells the requests of this process from those of every other. */
const process = randomBytes(4).toString('hex');
let count = 0;

/** What a request is called, in its answer and in every line of the log that is about it. */
export const nextRequestId = (): string => `${process}-${(++count).toString(36)}`;

/** Names the request in its answer. */
export function identify(response: Response, requestId: string): Response {
  response.headers.set(HEADER, requestId);
  return response;
}

/** An answer that is made where no route was found or begun. */
export function identified(log: Logger, answer: (log: Logger) => Response): Response {
  const requestId = nextRequestId();
  return identify(answer(log.child({ requestId })), requestId);
}
