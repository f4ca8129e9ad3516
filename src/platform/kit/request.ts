import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** In answers, and in what we ask carriers. */
export const REQUEST_HEADER = 'x-request-id';

const requests = new AsyncLocalStorage<string | null>();

/** The id of the request that is worked for; null: the program works of itself. */
export const currentRequest = (): string | null => requests.getStore() ?? null;

/** @param id null: the work is the program's own, though a request may have woken it */
export const asRequest = <Result>(id: string | null, work: () => Result): Result => requests.run(id, work);

/** For the log: each line says which request it is about. */
export const requestOfLine = (): { requestId?: string } => {
  const requestId = currentRequest();
  return requestId === null ? {} : { requestId };
};

/** 32 hex digits, which is also the form of a trace's id. */
export const newRequestId = (): string => randomBytes(16).toString('hex');
