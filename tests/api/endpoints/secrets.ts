import type { TestApp } from '../../kit/app.ts';
import { API_KEY_PREFIX } from '../../../src/shared/mask.ts';
import { ha1 } from '../../../src/services/trunks/digest.ts';

/** The fields of answers that show a secret. */
const SECRET = new Set(['password', 'apiKey', 'secret', 'recoveryCodes', 'resetToken', 'token']);

/** Every secret of an answer, wherever it stands in it, and the digest hashes of SIP secrets, which are as good. A masked key is none. */
export function secretsIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, name));
  if (typeof value === 'object' && value !== null) {
    const { realm, username, secret } = Object(value);
    const hashes = realm ? (['MD5', 'SHA-256'] as const).map((each) => ha1(each, { realm, username, secret })) : [];
    return [...hashes, ...Object.entries(value).flatMap(([field, each]) => secretsIn(each, field))];
  }
  if (typeof value !== 'string' || value === '' || value.includes('…')) return [];
  return SECRET.has(name) || value.startsWith(API_KEY_PREFIX) ? [value] : [];
}

/** The columns in which one of the texts stands. */
export async function placesOf({ deps: { sql } }: TestApp, texts: readonly string[]): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')
      -- What a simulated carrier was given.
      and table_name not like 'sandbox_%'`;
  const found = [];
  for (const { table, column } of columns) {
    const rows = await sql<{ found: number }[]>`
      select count(*)::int as found from ${sql(table)} t, unnest(${[...texts]}::text[]) as looked (looked_for)
      where position(looked_for in coalesce(t.${sql(column)}::text, '')) > 0`;
    if (rows[0]?.found) found.push(`${table}.${column}`);
  }
  return found;
}
