import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { escapeMarkup } from '../../platform/kit/escape-markup.ts';
import { languageAccepted } from '../../platform/kit/languages.ts';
import type { Config } from '../config.ts';
import { PAGE_NAMES } from '../../shared/page-names.ts';

/**
 * The application's screens: each is answered with the page; any other unknown path is not found. What begins with `$`
 * stands for anything.
 */
export const APPLICATION_ROUTES: readonly string[] = [
  ...['/', '/dashboard', '/login', '/register', '/forgot-password', '/reset-password', '/confirm-email', '/undo-email'],
  ...['/undo-closing', '/invitation', '/status'],
  ...PAGE_NAMES.map((name) => `/${name}`),
  ...['/billing', '/billing/payments/$paymentId', '/billing/statements', '/did-numbers', '/did-numbers/$numberId'],
  ...['/admin', '/settings'],
];

/** What people type for some of them, and where it leads. */
const OTHER_NAMES: Record<string, string> = { '/signup': '/register', '/signin': '/login', '/docs': '/api/docs' };

const SCREENS = new RegExp(`^(?:${APPLICATION_ROUTES.join('|').replace(/\$\w+/g, '[^/]+')})$`);

type Site = Pick<Config, 'publicUrl' | 'pages'>;
type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  content: Uint8Array<ArrayBuffer>;
  etag: string;
}

interface StaticFile {
  type: string;
  cacheControl: string;
  variants: Partial<Record<Encoding, Variant>>;
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
};

const ENCODING_SUFFIXES: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };

/**
 * Serves the built browser files. They are read once, at the start, into a map from path to content, so no request
 * reaches the file system: a path that is not in the map does not exist, and path traversal is impossible.
 * Accept-Encoding selects one of the copies that the build compressed; each has a strong ETag.
 *
 * This is not `@elysiajs/static` because that neither compresses nor serves precompressed copies, has one Cache-Control
 * for all files and none for HTML, and its fallback for deep links differs between development and production.
 *
 * @param directory The build. If it is missing, the application's routes answer 503.
 * @param site what the drawn pages say of it: its address, and which pages the operator has written
 * @returns A function from a request to its answer: for `/` the page that the build drew in the reader's language, or
 * without `drawn` the application alone. It is null for methods other than GET and HEAD and for paths under /api, which
 * this function does not serve. It never throws.
 */
export function createStatic(
  directory: string,
  site: Site,
): (request: Request, options?: { drawn: boolean }) => Response | null {
  const files = withSite((builds[directory] ??= readBuild(directory)), site);
  return (request, { drawn } = { drawn: true }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/')) return null;
    const meant = OTHER_NAMES[path];
    if (meant) return new Response(null, { status: 302, headers: { location: meant } });
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) return serve(request, file, 200);
    if (extname(path) !== '') return plain(request, 404, 'Not found');
    const language = languageAccepted(request.headers.get('accept-language')) ?? 'en';
    const landing = drawn && path === '/' ? files.get(`/landing-${language}.html`) : undefined;
    const page = landing ?? files.get('/index.html');
    if (!page) return plain(request, 503, 'The browser application has not been built');
    const isMissing = PAGE_NAMES.some((name) => path === `/${name}` && !site.pages.has(name));
    return serve(request, page, SCREENS.test(path) && !isMissing ? 200 : 404);
  };
}

/**
 * Serves one text that the program itself makes, in the same way. Compressing takes some milliseconds, once.
 * @param headers what its answer has besides
 */
export function createText(
  type: string,
  content: string,
  headers: Record<string, string>,
): (request: Request) => Response {
  const file: StaticFile = { type, cacheControl: 'no-cache', variants: variantsOf(content) };
  return (request) => {
    const answer = serve(request, file, 200);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  };
}

function variantsOf(text: string): StaticFile['variants'] {
  const plainText = new TextEncoder().encode(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const variant = (content: Uint8Array<ArrayBuffer>) => ({ content, etag: etagOf(content) });
  return {
    identity: variant(plainText),
    gzip: variant(Bun.gzipSync(plainText)),
    br: variant(new Uint8Array(brotliCompressSync(plainText, { params }))),
  };
}

/** The same files; the drawn pages have the site's address, and no links to pages that the operator has not written. */
function withSite(built: ReadonlyMap<string, StaticFile>, { publicUrl, pages }: Site): Map<string, StaticFile> {
  const missing = PAGE_NAMES.filter((name) => !pages.has(name)).join('|');
  const link = new RegExp(`<a [^>]*href="/(?:${missing || '-'})"[^>]*>[^<]*</a>`, 'g');
  const complete = (file: StaticFile) => {
    const drawn = new TextDecoder().decode(file.variants.identity?.content);
    const text = drawn.replaceAll('%ORIGIN%', escapeMarkup(new URL(publicUrl).origin)).replace(link, '');
    return { ...file, variants: variantsOf(text) };
  };
  return new Map([...built].map(([path, file]) => [path, path.startsWith('/landing-') ? complete(file) : file]));
}

/** The path as it was sent, without a trailing slash. An address that cannot be parsed is not a known path. */
function pathOf(request: Request): string {
  const path = URL.parse(request.url)?.pathname ?? '/unknown';
  return path.replace(/\/+$/, '') || '/';
}

function serve(request: Request, file: StaticFile, status: 200 | 404): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '', file);
  const variant = file.variants[encoding];
  if (!variant) return plain(request, 404, 'Not found');
  const headers: Record<string, string> = {
    'cache-control': file.cacheControl,
    etag: variant.etag,
    vary: file.type.startsWith('text/html') ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
  };
  if (status === 200 && matches(request.headers.get('if-none-match'), variant.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers['content-type'] = file.type;
  headers['content-length'] = String(variant.content.byteLength);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return new Response(request.method === 'HEAD' ? null : variant.content, { status, headers });
}

function plain(request: Request, status: 404 | 503, text: string): Response {
  return new Response(request.method === 'HEAD' ? null : text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** The smallest copy that the client accepts: brotli, then gzip, then the file itself. */
function chooseEncoding(acceptEncoding: string, file: StaticFile): Encoding {
  const accepted = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    accepted.set(name, weight === undefined ? 1 : Number(weight));
  }
  const accepts = (name: Encoding) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (file.variants.br && accepts('br')) return 'br';
  if (file.variants.gzip && accepts('gzip')) return 'gzip';
  return 'identity';
}

/** Tells whether an If-None-Match header contains the ETag; a cache on the way may have marked it as weak. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === '*' || candidate === etag);
}

/** Several servers of one process share what was read. */
const builds: Record<string, Map<string, StaticFile>> = {};

function readBuild(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const path of listFiles(directory)) {
    const encoding = ENCODING_SUFFIXES[extname(path)] ?? 'identity';
    const name = encoding === 'identity' ? path : path.slice(0, -extname(path).length);
    const file = files.get(`/${name}`) ?? describe(name);
    const content = new Uint8Array(readFileSync(join(directory, path)));
    file.variants[encoding] = { content, etag: etagOf(content) };
    files.set(`/${name}`, file);
  }
  return files;
}

/** Paths of the regular files below a folder; empty if the folder does not exist. Links are not followed. */
function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}

function describe(name: string): StaticFile {
  return {
    type: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    // Names under assets contain a hash of their content, so these files never change.
    cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    variants: {},
  };
}

/** The hash of exactly these bytes, so that each encoding has its own strong ETag. */
function etagOf(content: Uint8Array): string {
  return `"${new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}
