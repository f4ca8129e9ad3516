import type { Config } from '../config.ts';

/** Screens that anybody may see, for search engines. */
const PUBLIC_PATHS = ['/', '/status', '/api/docs'] as const;
/** Private paths: accounts, links from letters, the API but for its description. */
const PRIVATE_PATHS = [
  '/api/',
  '/admin',
  '/billing',
  '/dashboard',
  '/did-numbers',
  '/settings',
  '/confirm-email',
  '/reset-password',
  '/undo-',
] as const;
/** A security.txt has to say when it is out of date (RFC 9116, 2.5.5); it is made anew with each answer. */
const SECURITY_DAYS = 180;
const DAY_MS = 86_400_000;

type Site = Pick<Config, 'publicUrl' | 'mail' | 'pages'>;

/**
 * Makes the files that programs ask a site for: `robots.txt`, and on the operator's own host `sitemap.xml` and
 * `security.txt` (RFC 9116), the last one only where support has an address.
 * @returns null if the request is for none of them
 */
export function siteFile(request: Request, { publicUrl, mail, pages }: Site, now: Date): Response | null {
  const url = URL.parse(request.url);
  const own = new URL(publicUrl);
  const isOwnHost = url?.host === own.host;
  if (url?.pathname === '/robots.txt') {
    const rules = ['Allow: /api/docs', ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`)];
    const sitemap = isOwnHost ? [`Sitemap: ${own.origin}/sitemap.xml`] : [];
    return text(['User-agent: *', ...rules, ...sitemap].join('\n'));
  }
  if (!isOwnHost) return null;
  if (url.pathname === '/sitemap.xml') {
    const paths = [...PUBLIC_PATHS, ...pages.keys().map((name) => `/${name}`)];
    const urls = paths.map((path) => `<url><loc>${own.origin}${path}</loc></url>`).join('');
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    return text(xml, 'application/xml');
  }
  if (url.pathname === '/.well-known/security.txt' && mail.support) {
    const expires = new Date(now.getTime() + SECURITY_DAYS * DAY_MS).toISOString();
    return text(
      [`Contact: mailto:${mail.support}`, `Expires: ${expires}`, `Canonical: ${own.origin}${url.pathname}`].join('\n'),
    );
  }
  return null;
}

const text = (content: string, type = 'text/plain') =>
  new Response(`${content}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'max-age=3600' },
  });
