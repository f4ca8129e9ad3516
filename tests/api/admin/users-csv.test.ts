import { z } from 'zod';
import { appForFile, makeAdmin, readAs, signUp, suspend } from '../../kit/index.ts';

const app = await appForFile();
const admin = await makeAdmin(app, await signUp(app, { fullName: 'Root' }));

const HEADER = [
  ...['id', 'email', 'fullName', 'company', 'phone', 'role', 'status', 'credits'],
  ...['resellerPackage', 'resellerExpiresAt', 'createdAt'],
];

/** A reader of RFC 4180, strict about its line ends. */
function parseCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('not CSV');
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

async function download(query: string): Promise<string[][]> {
  const response = await admin.as(`/api/admin/users.csv${query}`);
  expect(response.status).toBe(200);
  return parseCsv(await response.text());
}

test('a file to download, with a line for each account', async () => {
  const person = await signUp(app, { fullName: 'Ada "Countess", Lovelace', company: 'Zoë & Söhne' });
  const response = await admin.as('/api/admin/users.csv?search=countess');
  expect(response.headers.get('content-type')).toStartWith('text/csv');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [header, row, ...rest] = parseCsv(await response.text());
  expect(header).toEqual(HEADER);
  expect(row?.slice(0, 10)).toEqual([
    ...[person.id, person.email, 'Ada "Countess", Lovelace', 'Zoë & Söhne', ''],
    ...['user', 'active', '0.00', '', ''],
  ]);
  expect(rest).toEqual([]);
});

test('the filters decide what is in it', async () => {
  const person = await signUp(app, { fullName: 'Suspended Somebody' });
  await suspend(app, person);
  const [, ...rows] = await download('?status=suspended');
  expect(rows.map(([id]) => id)).toEqual([person.id]);
  expect((await admin.as('/api/admin/users.csv?status=asleep')).status).toBe(422);
});

test('more accounts than one read takes, each once; and the export is written down', async () => {
  await app.deps.sql`
    insert into users (id, email, password, full_name)
    select gen_random_uuid(), 'bulk-' || i || '@example.net', '', 'Bulk' from generate_series(1, 2500) i`;
  const [, ...rows] = await download('?search=bulk-');
  expect(rows).toHaveLength(2500);
  expect(new Set(rows.map(([id]) => id)).size).toBe(2500);
  const [newest] = await readAs(admin.as('/api/admin/activity?limit=1'), z.unknown().array());
  expect(newest).toMatchObject({ action: 'users.exported', detail: { search: 'bulk-' } });
});
