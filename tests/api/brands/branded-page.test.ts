import { brandedPage } from '../../../src/resale/brands/branded-page.ts';
import { appForFile, makeReseller } from '../../kit/index.ts';
import { proveHost } from '../../kit/brands.ts';

const PAGE = `<!doctype html><meta
  name="description"
  content="SMS, topped up in cryptocurrency."
/><title>Topline · SMS</title><script src="/assets/main.js"></script><p>Loading TOPLINE…</p>`;

const app = await appForFile({ env: { PUBLIC_URL: 'https://topline.example' } });
const reseller = await makeReseller(app);
const json = { name: `O'Hara & <b>$& Sons`, hostName: 'portal.acme.example' };
expect((await reseller.as(`/api/users/${reseller.id}/brand`, { method: 'PUT', json })).status).toBe(200);
await proveHost(app, reseller);

/** The built files: a page for every path, one of them unknown, and a script. */
const files = ({ url, method }: Request) => {
  const { pathname } = new URL(url);
  const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
  const status = pathname === '/unknown' ? 404 : 200;
  return new Response(method === 'HEAD' ? null : PAGE, { status, headers: { 'content-type': type } });
};

const pageAt = (host: string, path = '/', method = 'GET') =>
  brandedPage(app.deps, files, new Request(`http://127.0.0.1${path}`, { method, headers: { host } }));

test('on its host a page carries the name of the brand alone, and none of its signs as markup', async () => {
  const page = await pageAt('PORTAL.acme.example:8443');
  const html = (await page?.text()) ?? '';
  expect(page?.status).toBe(200);
  expect(html).toContain('<title>O&#39;Hara &amp; &lt;b&gt;$&amp; Sons · SMS</title>');
  expect(html).toContain('Loading O&#39;HARA &amp; &lt;B&gt;$&amp; SONS…');
  expect(html).not.toMatch(/topline|crypto/i);
  expect(page?.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
  const reference = await (await app.fetch('/api/docs', { headers: { host: 'portal.acme.example' } })).text();
  expect(reference).toContain('<a href="/">O&#39;Hara &amp; &lt;b&gt;$&amp; Sons</a>');
});

test('an unknown page stays unknown, and a HEAD has no body', async () => {
  expect((await pageAt('portal.acme.example', '/unknown'))?.status).toBe(404);
  const head = await pageAt('portal.acme.example', '/login', 'HEAD');
  expect(head?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await head?.text()).toBe('');
});

test('elsewhere, and for files, nothing is changed', async () => {
  for (const host of ['topline.example', 'other.example', '127.0.0.1', `portal.acme.example'--`]) {
    expect(await pageAt(host)).toBeNull();
  }
  expect(await pageAt('portal.acme.example', '/assets/main.js')).toBeNull();
});
