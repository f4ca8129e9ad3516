import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { APPLICATION_ROUTES, createStatic } from '../../../src/edge/http/static.ts';
import { readOperatorPages } from '../../../src/platform/pages/settings.ts';
import { PAGE_NAMES } from '../../../src/shared/page-names.ts';

const PAGE = '<!doctype html><title>Page</title>';
const SCRIPT = 'console.log("the application");'.repeat(50);
const parent = mkdtempSync(join(tmpdir(), 'static-'));
const build = join(parent, 'dist');
mkdirSync(join(build, 'assets'), { recursive: true });
mkdirSync(join(build, 'docs-assets'));
writeFileSync(join(parent, 'secret.txt'), 'secret');
writeFileSync(join(build, 'index.html'), PAGE);
writeFileSync(join(build, 'assets/main-1a2b.js'), SCRIPT);
writeFileSync(join(build, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(build, 'assets/main-1a2b.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(build, 'assets/tiny-3c4d.css'), 'a{}');
writeFileSync(join(build, 'docs-assets/swagger-ui-bundle.js'), SCRIPT);
symlinkSync(join(parent, 'secret.txt'), join(build, 'assets/link.txt'));
const isOperators = (path: string) => PAGE_NAMES.some((name) => path === `/${name}`);
const SITE = { publicUrl: 'https://topline.example', pages: readOperatorPages(undefined) };
const serve = createStatic(build, SITE);

afterAll(() => rmSync(parent, { recursive: true }));

function request(path: string, headers: Record<string, string> = {}, method = 'GET'): Response {
  const response = serve(new Request(`http://localhost${path}`, { method, headers }));
  if (!response) throw new Error(`${method} ${path} was not answered`);
  return response;
}

describe('pages', () => {
  test.each(APPLICATION_ROUTES.filter((path) => !isOperators(path)))('%s answers 200 with the page', async (path) => {
    const response = request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(PAGE);
  });

  test("each of the router's addresses answers 200, so that a reload is no error", () => {
    const router = readFileSync(join(import.meta.dir, '../../../web/app/router.tsx'), 'utf8');
    const paths = [...router.matchAll(/(?:\bpath: |\b\w+\()'(\/[^']*)'/g)].map(([, path = '']) => path);
    expect(paths).toContain('/billing/payments/$paymentId');
    const screens = paths.filter((path) => !isOperators(path));
    const unknown = screens.filter((path) => request(path.replace(/\$\w+/g, '0199a3d0')).status !== 200);
    expect(unknown).toEqual([]);
  });

  test('a route with a trailing slash or a query is the same route', () => {
    expect(request('/dashboard/').status).toBe(200);
    expect(request('/dashboard?section=sms').status).toBe(200);
    expect(request('/signup').headers.get('location')).toBe('/register');
  });

  test.each([
    '/nowhere',
    '/dashboard/deeper',
    '/billing/payments',
    '/billing/payments/new/deeper',
    '/apis',
    '/index',
    '/%ff',
  ])('%s answers 404 with the page, which shows the not-found screen', async (path) => {
    const response = request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(PAGE);
  });

  test('the page has one address of its own only', () => {
    expect(request('/index.html').status).toBe(404);
  });
});

describe('paths for other handlers', () => {
  test.each(['/api', '/api/', '/api/users', '/api/docs'])('%s', (path) => {
    expect(serve(new Request(`http://localhost${path}`))).toBeNull();
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s', (method) => {
    expect(serve(new Request('http://localhost/', { method }))).toBeNull();
  });
});

describe('assets', () => {
  test('carry a hash in their name and are kept for a year', () => {
    const { headers } = request('/assets/main-1a2b.js');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('without a hash in their name are asked for each time', () => {
    expect(request('/docs-assets/swagger-ui-bundle.js').headers.get('cache-control')).toBe('no-cache');
  });

  test('that do not exist are 404 and not the page', async () => {
    const response = request('/assets/main-0000.js');
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('<');
  });
});

describe('encodings', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['BR', 'br'],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    ['', null],
  ])('Accept-Encoding "%s" is answered with %s', async (accepted, encoding) => {
    const response = request('/assets/main-1a2b.js', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(body.byteLength));
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(SCRIPT);
  });

  test('a file without compressed copies goes out as it is', async () => {
    const response = request('/assets/tiny-3c4d.css', { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe('a{}');
  });
});

describe('ETag', () => {
  const etagOf = (encoding: string) =>
    request('/assets/main-1a2b.js', { 'accept-encoding': encoding }).headers.get('etag') ?? '';

  test('is strong, and another one for each encoding', () => {
    const etags = ['br', 'gzip', 'identity'].map(etagOf);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
    expect(new Set(etags).size).toBe(3);
  });

  test.each(['E', 'W/E', '"other", E', '*'])('If-None-Match %s answers 304 without a body', async (form) => {
    const etag = etagOf('br');
    const response = request('/assets/main-1a2b.js', {
      'accept-encoding': 'br',
      'if-none-match': form.replace('E', etag),
    });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(await response.text()).toBe('');
  });

  test('does not match another encoding or file', () => {
    for (const etag of [etagOf('gzip'), '"other"']) {
      const headers = { 'accept-encoding': 'br', 'if-none-match': etag };
      expect(request('/assets/main-1a2b.js', headers).status).toBe(200);
    }
  });

  test('does not turn a page that is not found into 304', () => {
    const etag = request('/').headers.get('etag') ?? '';
    expect(request('/nowhere', { 'if-none-match': etag }).status).toBe(404);
  });
});

test('HEAD answers with the headers of GET and no body', async () => {
  for (const path of ['/', '/assets/main-1a2b.js', '/nowhere', '/missing.js']) {
    const head = request(path, {}, 'HEAD');
    const get = request(path);
    expect(head.status).toBe(get.status);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(await head.text()).toBe('');
  }
});

describe('nothing outside the build is served', () => {
  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%252e%252e/%252e%252e/secret.txt',
    '//secret.txt',
    '/assets/main-1a2b.js%00.txt',
    '/assets/link.txt',
  ])('%s', async (path) => {
    const response = request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });
});

test('without a build the pages answer 503 and nothing throws', () => {
  const empty = createStatic(join(parent, 'missing'), SITE);
  expect(empty(new Request('http://localhost/'))?.status).toBe(503);
  expect(empty(new Request('http://localhost/assets/main-1a2b.js'))?.status).toBe(404);
});

test('the drawn page has the site’s address, and leads to no page that the operator has not written', async () => {
  const build = join(parent, 'drawn');
  mkdirSync(build);
  writeFileSync(
    join(build, 'landing-en.html'),
    '<meta content="%ORIGIN%/x.png" /><a class="l" href="/terms">Terms</a><a class="l" href="/privacy">Privacy</a>',
  );
  writeFileSync(join(build, 'index.html'), PAGE);
  const folder = join(parent, 'pages');
  mkdirSync(folder);
  writeFileSync(join(folder, 'privacy.md'), 'We keep little.');
  const own = createStatic(build, { ...SITE, pages: readOperatorPages(folder) });
  const at = (path: string, headers = {}) => own(new Request(`http://localhost${path}`, { headers }));
  const drawn = '<meta content="https://topline.example/x.png" /><a class="l" href="/privacy">Privacy</a>';
  expect(await at('/')?.text()).toBe(drawn);
  const packed = await at('/', { 'accept-encoding': 'br' })?.bytes();
  expect(new TextDecoder().decode(brotliDecompressSync(packed ?? new Uint8Array()))).toBe(drawn);
  expect([at('/privacy')?.status, at('/terms')?.status]).toEqual([200, 404]);
});
