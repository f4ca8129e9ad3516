import type { Config } from '../config.ts';

/**
 * The sources from which a page may load: its own files, and images that it makes itself (a QR code, a chosen receipt).
 */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "img-src 'self' blob: data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Where there is a telephone in the browser, the page connects to the SIP edge as well. */
const pagePolicy = ({ telephoneUrl }: Pick<Config, 'telephoneUrl'>): string =>
  telephoneUrl === null ? PAGE_POLICY : `${PAGE_POLICY}; connect-src 'self' ${new URL(telephoneUrl).origin}`;

/** The API reference writes its own style elements; all other rules are as strict. */
const REFERENCE_POLICY = `${PAGE_POLICY}; style-src 'self' 'unsafe-inline'; font-src 'self' data:`;

const HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

const DOCUMENT_HEADERS: Record<string, string> = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Scripts and style sheets are never shown as documents, so the headers about documents are useless for them. */
const PART_OF_A_PAGE = /^text\/(javascript|css)\b/;

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Adds the security headers of pages and static files to an answer, and returns it. Scripts and style sheets,
 * of which a page has many, get only the headers that concern them.
 * @param kind `reference` for the page that shows the API description
 */
export function secure(
  response: Response,
  config: Pick<Config, 'secureCookies' | 'telephoneUrl'>,
  kind: 'page' | 'reference' = 'page',
): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (!PART_OF_A_PAGE.test(headers.get('content-type') ?? '')) {
    for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) headers.set(name, value);
    headers.set('content-security-policy', kind === 'reference' ? REFERENCE_POLICY : pagePolicy(config));
    const microphone = config.telephoneUrl === null ? '()' : '(self)';
    headers.set('permissions-policy', `camera=(), geolocation=(), microphone=${microphone}, payment=(), usb=()`);
  }
  return overHttps(response, config);
}

/** Makes a browser that reached us by https use only https from then on; set where the public address is https. */
export function overHttps(response: Response, { secureCookies }: Pick<Config, 'secureCookies'>): Response {
  if (secureCookies) {
    response.headers.set('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`);
  }
  return response;
}
