import type { ExampleRequest } from './example-request.ts';

/** A request as a shell command; the key comes from the environment, so that it stays out of the history. */
export function curl({ method, url, body, idempotent, answer }: ExampleRequest): string {
  const options = [
    '-sS --fail-with-body',
    answer === 'events' && '-N',
    answer === 'file' && '-OJ',
    method !== 'GET' && `-X ${method}`,
  ];
  const lines = [
    `curl ${options.filter(Boolean).join(' ')} ${url}`,
    `-H "Authorization: Bearer $TOPLINE_KEY"`,
  ];
  if (idempotent) lines.push('-H "Idempotency-Key: $(date +%s)-$RANDOM"');
  if (body !== undefined) {
    // A single quote cannot stand inside single quotes: the shell wants it outside, escaped.
    const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
    lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}
