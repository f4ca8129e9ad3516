import { existsSync, readFileSync } from 'node:fs';
import { routes } from '../../src/app.ts';
import { readSources } from './sources.ts';
import { rightsTable, SECURITY_DOCUMENT, withRights } from './rights-table.ts';

const text = readFileSync(SECURITY_DOCUMENT, 'utf8');

test('the table of rights is that of the endpoints: `bun tests/rules/rights-table.ts` writes it anew', () => {
  expect(withRights(text)).toBe(text);
});

test('red: a right that is not written down, or another one', () => {
  const table = rightsTable();
  const row = table.split('\n').find((line) => line.includes('`PUT /api/users/:id/password`')) ?? '';
  expect(row).toContain('the owner, administrators, signed in');
  expect(withRights(text.replace(`${row}\n`, ''))).toBe(text);
  expect(text.replace(`${row}\n`, '')).not.toBe(text);
});

test('the tests and files that it names are there', () => {
  const named = [...text.matchAll(/`((?:tests|src|docs|web)\/[\w./-]+)`/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(50);
  const root = new URL('../../', import.meta.url);
  const missing = named.filter((path) =>
    ['', '.test.ts', '.e2e.ts', '.ts'].every((ending) => !existsSync(new URL(path + ending, root))),
  );
  expect(missing).toEqual([]);
});

test('each control that a role decides of names an endpoint', () => {
  const names = new Set(routes.map(({ endpoint }) => endpoint.name));
  const asked = readSources().flatMap(({ path, text }) =>
    path.startsWith('web/') ? [...text.matchAll(/\bmay(?:="|: ')(\w+)/g)].map(([, name = '']) => name) : [],
  );
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
});
