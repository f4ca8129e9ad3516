import { routes } from '../../src/app.ts';
import { NOT_COUNTED } from '../../src/platform/kit/changes.ts';

/** A SIP edge and carriers are no accounts: what they tell is bounded by calls and messages. */
const isOfAccount = ({ endpoint: { access, path } }: (typeof routes)[number]): boolean =>
  !access.startsWith('admin') && access !== 'edge' && !path.startsWith('/api/callbacks/');

const changing = routes.filter((route) => isOfAccount(route) && !['GET', 'DELETE'].includes(route.endpoint.method));

test('everything that an account can make has a bound in the table', async () => {
  const text = await Bun.file(new URL('../../docs/bounds.md', import.meta.url)).text();
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  const named = rows.slice(1).flatMap((row) => {
    const [, , bound = '', by = ''] = row.split('|');
    expect(bound.trim(), row).not.toBe('');
    return [...by.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  });
  expect(named.toSorted()).toEqual(changing.map(({ endpoint: { name } }) => name).toSorted());
});

test('every endpoint that does not count as a change is one of an account', () => {
  const names = new Set(changing.map(({ endpoint: { name } }) => name));
  expect([...NOT_COUNTED].filter((name) => !names.has(name))).toEqual([]);
});
