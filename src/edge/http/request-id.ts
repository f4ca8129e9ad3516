import { asRequest, currentRequest, newRequestId, REQUEST_HEADER } from '../../platform/kit/request.ts';

/** Answers a request that reached no route. */
export const identified = (answer: () => Response): Response => asRequest(newRequestId(), () => identify(answer()));

/** Puts the request's id into its answer. */
export function identify(response: Response): Response {
  response.headers.set(REQUEST_HEADER, currentRequest() ?? '');
  return response;
}
