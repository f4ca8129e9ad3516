import { appForFile } from '../../kit/index.ts';

/** The files that search engines and people who found a weakness ask a site for. */
const app = await appForFile({
  background: false,
  env: { PUBLIC_URL: 'https://topline.example', MAIL_SUPPORT: 'help@topline.example' },
});
const ask = (path: string, host = 'topline.example') => app.fetch(path, { headers: { host } });

test('on the operator’s host, private screens are kept from search engines, public ones are listed', async () => {
  const robots = await (await ask('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard\n');
  expect(robots).toEndWith('Sitemap: https://topline.example/sitemap.xml\n');
  const sitemap = await ask('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toStartWith('application/xml');
  expect(await sitemap.text()).toContain('<loc>https://topline.example/status</loc>');
});

test('security.txt names the support’s address and an end that is ahead', async () => {
  const said = await (await ask('/.well-known/security.txt')).text();
  expect(said).toStartWith('Contact: mailto:help@topline.example\n');
  const expires = /^Expires: (.+)$/m.exec(said)?.[1] ?? '';
  expect(new Date(expires).getTime()).toBeGreaterThan(app.clock.now().getTime());
});

test('a reseller’s host says nothing of the operator', async () => {
  expect(await (await ask('/robots.txt', 'acme.example')).text()).not.toContain('topline');
  expect((await ask('/sitemap.xml', 'acme.example')).status).toBe(404);
  expect((await ask('/.well-known/security.txt', 'acme.example')).status).toBe(404);
});
