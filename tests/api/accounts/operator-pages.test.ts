import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { readOperatorPages } from '../../../src/platform/pages/settings.ts';
import { getBrand, getPage } from '../../../src/resale/brands/contract.ts';
import { appForFile, readAnswer } from '../../kit/index.ts';

const PAGES_DIR = mkdtempSync(join(tmpdir(), 'topline-pages-'));
writeFileSync(join(PAGES_DIR, 'terms.md'), '## Terms\n\nBe *kind*. <script>alert(1)</script>');
writeFileSync(join(PAGES_DIR, 'terms.de.md'), '## Bedingungen');
writeFileSync(join(PAGES_DIR, 'notes.txt'), 'not for anybody');

const app = await appForFile({ background: false, env: { PAGES_DIR } });
const page = (query: string) => readAnswer(app.fetch(`/api/pages/${query}`), getPage);
const register = (email: string, termsVersion?: string) =>
  app.fetch('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password: 'correct horse', fullName: 'Ada Okafor', termsVersion }),
  });

test('the operator’s files are shown in the reader’s language, and only those', async () => {
  expect((await readAnswer(app.fetch('/api/brand'), getBrand)).pages).toEqual(['terms']);
  const { html } = await page('terms?language=fr');
  expect(html).toContain('<h2>Terms</h2>\n<p>Be <em>kind</em>.');
  expect((await page('terms?language=de')).html).toContain('Bedingungen');
  expect((await app.fetch('/api/pages/privacy')).status).toBe(404);
  expect((await app.fetch('/api/pages/notes')).status).toBe(422);
});

test('whoever registers accepts terms that are in force, and the account keeps which', async () => {
  const { version } = await page('terms?language=de');
  expect((await page('terms')).version).not.toBe(version);
  for (const accepted of [undefined, '', 'a'.repeat(16)]) {
    const refused = await register('ada@example.com', accepted);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('termsVersion');
  }
  expect((await register('ada@example.com', version)).status).toBe(201);
  const rows = await app.deps.db.select().from(users).where(eq(users.email, 'ada@example.com'));
  expect(rows.map(({ termsVersion }) => termsVersion)).toEqual([version]);
});

test('a translation without its original, or a folder that is not there, is said at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'topline-pages-'));
  writeFileSync(join(folder, 'privacy.de.md'), 'Daten');
  expect(() => readOperatorPages(folder)).toThrow('privacy.md');
  expect(() => readOperatorPages(join(folder, 'none'))).toThrow('cannot be read');
});
