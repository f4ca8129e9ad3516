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
    !isSameAddress(origin, request.headers.get('host'), publicUrl)
  ) {
    throw badOrigin();
  }
  if (site !== null && site !== 'same-origin' && site !== 'none') throw badOrigin();
}

/** A reseller's portal has a host name of its own. A page without TLS is not ours where we have it: it may be anybody's. */
function isSameAddress(origin: string, host: string | null, publicUrl: string): boolean {
  const asked = URL.parse(origin);
  if (asked === null || asked.host !== host) return false;
  return asked.protocol === 'https:' || asked.protocol === new URL(publicUrl).protocol;
}

const badOrigin = () => new Problem('bad_origin', 'This request came from another site');
