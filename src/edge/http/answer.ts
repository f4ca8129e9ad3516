import type { ProblemBody } from '../../platform/kit/errors.ts';

/** No cache may keep an answer of the API, and no browser may guess its type. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** An answer of the API from JSON text; with 204 the text is dropped. */
export function jsonResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : text, {
    status,
    headers: {
      ...API_HEADERS,
      ...(status === 204 ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    },
  });
}

/** A problem as an answer of the API. */
export function problemResponse(problem: ProblemBody, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...API_HEADERS, 'content-type': 'application/problem+json; charset=utf-8', ...headers },
  });
}
