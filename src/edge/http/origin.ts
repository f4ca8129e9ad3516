import { Problem } from '../../platform/kit/errors.ts';

/**
 * Refuses a state-changing request that another site made a browser send. Browsers say where a request
 * comes from (Sec-Fetch-Site, Origin); programs such as curl send neither header, and no other site can make
 * them send their user's cookie.
 * @throws bad_origin
 */
export function checkOrigin(request: Request, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (
    origin !== null &&
    origin !== new URL(publicUrl).origin &&
    hostOf(origin) !== request.headers.get('host')
  ) {
    throw badOrigin();
  }
  if (site !== null && site !== 'same-origin' && site !== 'none') throw badOrigin();
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

const badOrigin = () => new Problem('bad_origin', 'This request came from another site');
