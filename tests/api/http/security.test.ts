import { appForFile, signUp } from '../../kit/index.ts';

const plain = await appForFile();
const encrypted = await appForFile({ env: { PUBLIC_URL: 'https://topline.example' }, databaseUrl: plain.databaseUrl });

function policyOf(response: Response): Map<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources] as const;
    }),
  );
}

test.each(['/', '/admin', '/no-such-page', '/api/docs'])('%s runs only scripts of its own origin', async (path) => {
  const response = await plain.fetch(path);
  const policy = policyOf(response);
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('script-src') ?? policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-frame-options')).toBe('DENY');
});

test('a script of a page says nothing of documents, but may not be sniffed or embedded elsewhere', async () => {
  const html = await (await plain.fetch('/')).text();
  const [, entry = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  const { headers } = await plain.fetch(entry);
  expect(headers.get('content-type')).toStartWith('text/javascript');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.has('content-security-policy')).toBe(false);
});

test('every answer asks for https again, where the server is reached by it', async () => {
  const person = await signUp(encrypted);
  const every: [path: string, init?: RequestInit][] = [
    ['/'],
    ['/no-such-page'],
    ['/api/openapi.json'],
    ['/api/docs'],
    ['/healthz'],
    ['/readyz'],
    ['/metrics'],
    ['/metrics', { headers: { via: 'a proxy' } }],
    ['/api/no-such-endpoint'],
    ['/api/auth/session'],
    ['/api/auth/session', { headers: { cookie: person.cookie } }],
    ['/api/auth/session', { headers: { cookie: '__Host-session=forged.signature' } }],
    ['/api/auth/login', { method: 'POST', body: '{' }],
    [`/api/users/${person.id}`, { headers: { host: 'no host' } }],
  ];
  for (const [path, init] of every) {
    const { headers } = await fetch(encrypted.url + path, init);
    expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
  }
  for (const path of ['/', '/api/auth/session', '/healthz']) {
    expect((await plain.fetch(path)).headers.has('strict-transport-security')).toBe(false);
  }
});

test('under https the session’s cookie is of this very host, and no other name counts', async () => {
  const person = await signUp(encrypted);
  expect(person.cookie).toStartWith('__Host-session=');
  const signIn = await encrypted.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const set = signIn.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-session='));
  expect(set).toContain('Path=/');
  expect(set).toContain('Secure');
  expect(set).not.toContain('Domain');
  expect((await person.withCookie('/api/auth/session')).status).toBe(200);
  // A person who can set cookies only for a domain above or beside ours cannot plant a session.
  const cookie = person.cookie.replace('__Host-', '');
  expect((await encrypted.fetch('/api/auth/session', { headers: { cookie } })).status).toBe(401);
});

test('the answers of the API may not be framed, sniffed or kept', async () => {
  const response = await plain.fetch('/api/auth/session');
  expect(policyOf(response).get('default-src')).toEqual(["'none'"]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the description is compressed, and sent again only when it has changed', async () => {
  const first = await plain.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'br' } });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(Number(first.headers.get('content-length'))).toBeLessThan(200_000);
  expect(policyOf(first).get('default-src')).toEqual(["'none'"]);
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await first.json()).toMatchObject({ openapi: '3.1.0' });
  const headers = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' };
  const again = await plain.fetch('/api/openapi.json', { headers });
  expect([again.status, await again.text()]).toEqual([304, '']);
});
