/**
 * Where the caller reached us, so that a link works from there: a browser may only send to the origin of
 * its own page. The public address is used where the caller used it, as only it knows of a proxy's
 * https; a browser says its origin itself; for any other program it is the address it called.
 */
export function requestOrigin({ request, publicUrl }: { request: Request; publicUrl: string }): string {
  const called = new URL(request.url);
  const configured = new URL(publicUrl);
  if (called.host === configured.host) return configured.origin;
  const origin = request.headers.get('origin');
  if (origin && URL.canParse(origin) && new URL(origin).host === called.host) return origin;
  return called.origin;
}
