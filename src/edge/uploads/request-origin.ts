/**
 * The origin at which the caller reached us, so that a link works there: a browser may send only to the origin
 * of its own page. If the caller used the public address, that address is the answer, because the server cannot
 * see a proxy's https. Otherwise it is the browser's Origin header; for other programs, the address they called.
 */
export function requestOrigin({ request, publicUrl }: { request: Request; publicUrl: string }): string {
  const called = new URL(request.url);
  const configured = new URL(publicUrl);
  if (called.host === configured.host) return configured.origin;
  const origin = request.headers.get('origin');
  if (origin && URL.canParse(origin) && new URL(origin).host === called.host) return origin;
  return called.origin;
}
