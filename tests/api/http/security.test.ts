import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApp, type TestApp } from '../../kit/app.ts';

let plain: TestApp;
let encrypted: TestApp;
beforeAll(async () => {
  plain = await startTestApp();
  encrypted = await startTestApp({
    env: { PUBLIC_URL: 'https://topline.example' },
    databaseUrl: plain.databaseUrl,
  });
});
afterAll(async () => {
  await encrypted.stop();
  await plain.stop();
});

/** The policy as a map from directive to its sources. */
function policyOf(response: Response): Map<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources] as const;
    }),
  );
}

test.each(['/', '/admin', '/no-such-page', '/api/docs'])(
  '%s runs only scripts of its own origin',
  async (path) => {
    const response = await plain.fetch(path);
    const policy = policyOf(response);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('script-src') ?? policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  },
);

test('a script of a page says nothing of documents, but may not be sniffed or embedded elsewhere', async () => {
  const html = await (await plain.fetch('/')).text();
  const [, entry = ''] = /src="(\/assets\/main-[^"]+)"/.exec(html) ?? [];
  const { headers } = await plain.fetch(entry);
  expect(headers.get('content-type')).toStartWith('text/javascript');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.has('content-security-policy')).toBe(false);
});

test('pages ask for https again only where they are served by it', async () => {
  expect((await plain.fetch('/')).headers.has('strict-transport-security')).toBe(false);
  const header = (await encrypted.fetch('/')).headers.get('strict-transport-security');
  expect(header).toMatch(/^max-age=\d{8,}/);
});

test('the answers of the API may not be framed, sniffed or kept', async () => {
  const response = await plain.fetch('/api/openapi.json');
  expect(policyOf(response).get('default-src')).toEqual(["'none'"]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the page that shows the description refers to files of its own origin only', async () => {
  const html = await (await plain.fetch('/api/docs')).text();
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses).toContain('/docs-assets/standalone.js');
  expect(addresses.filter((address) => /^(https?:)?\/\//.test(address ?? ''))).toEqual([]);
  expect((await plain.fetch('/api/docs/start.js')).headers.get('content-type')).toStartWith(
    'text/javascript',
  );
});
