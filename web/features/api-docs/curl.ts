import type { Method } from '../../../src/kit/endpoint.ts';

interface CurlRequest {
  method: Method;
  url: string;
  body?: unknown;
  /** The answer goes on and on: show it as it comes. */
  stream?: boolean;
}

/** A request as a shell command; the key comes from the environment, so that it stays out of the history. */
export function curl({ method, url, body, stream = false }: CurlRequest): string {
  const options = `${stream ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}`;
  const lines = [`curl ${options}${url}`, `-H "Authorization: Bearer $TOPLINE_KEY"`];
  if (body !== undefined) {
    // A single quote cannot stand inside single quotes: the shell wants it outside, escaped.
    const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
    lines.push('-H "Content-Type: application/json"', '-H "Idempotency-Key: $(uuidgen)"', `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}
