import type { Connection } from '../../db/client.ts';
import type { Person } from './population.ts';
import { median } from './median.ts';

const CONTACTS = 1_000_000;
const ROWS_AT_ONCE = 100_000;
const ROUNDS = 21;

/** What the screen of contacts asks: pages, lists, digits and names, of which there are many, few and none. */
const SEARCHES = [
  '',
  ...['long', 'short'].map((list) => `list=${list}`),
  ...['7712', '447712345678', '00000000000', 'al', 'alice', 'alice 4711', 'zuleika'].map((text) => `search=${text}`),
  ...['long&search=alice', 'short&search=7712'].map((rest) => `list=${rest}`),
];

/** An account's contacts, a million of them; a hundred are in a short list, every second one in a long one. */
export async function fillContacts({ sql }: Connection, { id }: Person): Promise<void> {
  const connection = await sql.reserve();
  try {
    await connection`set session_replication_role = replica`;
    for (let from = 0; from < CONTACTS; from += ROWS_AT_ONCE) {
      await connection`
        insert into contacts (id, user_id, number, country, name, fields, lists, search, created_at)
        select uuidv7(), ${id}::uuid, '+' || digits, 'GB', name, '{}', case when n % 10000 = 1 then '{long,short}'::text[]
          when n % 2 = 1 then '{long}'::text[] else '{}'::text[] end, ' ' || digits || ' ' || lower(name), now()
        from generate_series(${from}::int, ${from + ROWS_AT_ONCE - 1}::int) n cross join lateral (select
          (447000000000 + n::bigint * 7919 % 1000000000)::text as digits,
          (array['Alice','Bruno','Carla','Dmitri','Elena','Farid','Grace'])[n % 7 + 1] || ' Tester ' || n as name) made`;
    }
    await connection`
      insert into contact_lists (user_id, name, contacts) select ${id}::uuid, name, contacts
      from (values ('', ${CONTACTS}::int), ('long', ${CONTACTS / 2}), ('short', ${CONTACTS / 10_000})) l (name, contacts)`;
    await connection`vacuum analyze contacts`;
  } finally {
    await connection`reset session_replication_role`;
    connection.release();
  }
}

/** The median time of the slowest search, in milliseconds; that of each is printed. */
export async function measureContactSearches(url: string, { id, key }: Person): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const medians: number[] = [];
  for (const search of SEARCHES) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      const response = await fetch(`${url}/api/users/${id}/contacts?limit=50&${search}`, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`contacts?${search} answered ${response.status}`);
      times.push(performance.now() - started);
    }
    medians.push(median(times));
    console.log(`  contacts?${search.padEnd(28)} ${median(times).toFixed(1).padStart(7)} ms`);
  }
  return Math.max(...medians);
}
