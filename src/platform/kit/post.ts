import { isIPv6 } from 'node:net';
import type { Target } from './target.ts';

/** How much of an answer is read; the rest is ignored. */
const ANSWER_BYTES = 1024;

/** The result of one request. */
export interface Answer {
  latencyMs: number;
  answerStatus: number | null;
  answer: string | null;
  error: string | null;
}

/**
 * Sends one POST to the checked address, with the host name for which it was checked. Redirects are not
 * followed, because they would bypass the check.
 * @param seconds how long it may take
 */
export async function post(
  { url, address }: Target,
  body: string,
  { headers, seconds }: { headers: Record<string, string>; seconds: number },
): Promise<Answer> {
  const began = performance.now();
  const latencyMs = () => Math.round(performance.now() - began);
  try {
    const response = await fetch(addressed(url, address), {
      method: 'POST',
      body,
      headers: { ...headers, host: url.host, 'content-type': 'application/json', 'accept-encoding': 'identity' },
      redirect: 'manual',
      // Connections are reused by address alone, and the certificate of another host at that address proves nothing.
      keepalive: false,
      decompress: false,
      signal: AbortSignal.timeout(seconds * 1000),
      ...(url.protocol === 'https:' ? { tls: { serverName: url.hostname } } : {}),
    });
    const answer = await beginningOf(response);
    return { latencyMs: latencyMs(), answerStatus: response.status, answer, error: null };
  } catch (error) {
    return { latencyMs: latencyMs(), answerStatus: null, answer: null, error: inWords(error, seconds) };
  }
}

function addressed(url: URL, address: string): URL {
  const direct = new URL(url);
  direct.hostname = isIPv6(address) ? `[${address}]` : address;
  direct.hash = '';
  return direct;
}

async function beginningOf(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < ANSWER_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  await reader.cancel();
  const bytes = Buffer.concat(chunks).subarray(0, ANSWER_BYTES);
  // PostgreSQL cannot store NUL.
  return new TextDecoder().decode(bytes).replaceAll('\0', '');
}

/** The customer looks for the problem on their own server, so they are told its kind. */
function inWords(error: unknown, seconds: number): string {
  const name = error instanceof Error ? error.name : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (name === 'TimeoutError') return `No answer within ${seconds} seconds`;
  if (/CERT|TLS|SSL|ISSUER|SELF_SIGNED/i.test(code)) return 'The certificate of the address is not valid';
  if (/REFUSED|ConnectionRefused/i.test(code)) return 'The connection was refused';
  return 'The connection failed';
}
