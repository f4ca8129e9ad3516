import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import { ConfigError } from '../../platform/kit/settings.ts';

const ROLE = 'topline_edge';
/** The role is there, or in another database of this server somebody changes it at this moment. */
const AT_ONCE = new Set(['42710', '23505', 'XX000']);

/**
 * Makes an account of the database for SIP edges, which reads and writes their tables and nothing else.
 * @param url of an account that may make others, as the embedded server's is
 * @param token the edges' token: whoever has it gets the same account, so that several edges can
 * @returns the URL of that account
 * @throws ConfigError where Topline has never run with this database
 */
export async function edgeDatabase(url: string, token: string): Promise<string> {
  const password = createHmac('sha256', token).update('database of the edge').digest('hex');
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select to_regnamespace('sip') is not null as there`;
    if (!found?.there) throw new ConfigError('the database is empty: start Topline first');
    // Several edges may start at once.
    await sql`select pg_advisory_lock(hashtextextended(${ROLE}, 0))`;
    const ifAlone = async (statement: string) => {
      await sql.unsafe(statement).catch((error: unknown) => {
        if (!(error instanceof postgres.PostgresError) || !AT_ONCE.has(error.code)) throw error;
      });
    };
    await ifAlone(`create role ${ROLE} login`);
    await ifAlone(`alter role ${ROLE} login nosuperuser nocreatedb nocreaterole password '${password}'`);
    await sql.unsafe(`
      grant usage on schema sip to ${ROLE};
      grant select, insert, update, delete on sip.location, sip.calls, sip.dialog, sip.dialog_vars to ${ROLE};
      grant select, insert, update on sip.route_health, sip.edges to ${ROLE};
      grant insert on sip.reports, sip.traces to ${ROLE};
      grant select on sip.version, sip.digests, sip.address, sip.traced to ${ROLE};
      grant usage on all sequences in schema sip to ${ROLE}`);
  } finally {
    await sql.end();
  }
  const limited = new URL(url);
  limited.username = ROLE;
  limited.password = password;
  return limited.href;
}

/** How many connections to the database an edge takes at most. */
export const connectionsOf = (env: Readonly<Record<string, string | undefined>>): number =>
  Number(env.SIP_DATABASE_CONNECTIONS ?? 8);

/**
 * Refuses to start an edge that would take the connections of Topline and of other edges.
 * @throws ConfigError with what is left
 */
export async function requireConnections(url: string, wanted: number): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    const [found] = await sql<{ left: number }[]>`
      select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - count(*)::integer as left
      from pg_stat_activity where backend_type = 'client backend'`;
    const left = found?.left ?? 0;
    if (left >= wanted) return;
    throw new ConfigError(
      `the database has ${left} connections left, and an edge takes ${wanted}: lower SIP_DATABASE_CONNECTIONS or raise max_connections`,
    );
  } finally {
    await sql.end();
  }
}
