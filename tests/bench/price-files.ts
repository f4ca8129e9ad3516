import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { deckChanges } from '../../src/money/decks/changes-contract.ts';
import { rateDeck } from '../../src/money/decks/contract.ts';
import { csvOf, xlsxOf } from '../kit/price-files.ts';
import { readAs } from '../kit/read.ts';
import { firstLine } from './first-line.ts';
import { residentMegabytes } from './memory.ts';
import { type Person, populate } from './population.ts';

/** How many prices one file has. */
const ROWS = 200_000;
const MOST_SECONDS = 10;
const MOST_MEGABYTES = 200;
/** The kernel counts processor time in hundredths of a second. */
const TICKS = 100;

type Kind = 'csv' | 'xlsx';
const TYPES: Record<Kind, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The cost of looking at a file and of importing it. */
interface Import {
  seconds: { preview: number; whole: number };
  /** Processor time: of the program, and of PostgreSQL's process that serves it. */
  cpu: { program: number; database: number };
  /** The highest increase of the program's memory. */
  megabytes: number;
}

/** The processor time that a process has used, in seconds. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function databaseCpuSeconds({ sql }: Connection): Promise<number> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  const each = await Promise.all(backends.map(({ pid }) => cpuSeconds(pid)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

interface Importing {
  server: { url: string; pid: number };
  connection: Connection;
  admin: Person;
  deckId: string;
}

async function measureImport(
  { server, connection, admin, deckId }: Importing,
  kind: Kind,
  file: Uint8Array,
): Promise<Import> {
  const post = async (path: string) => {
    const answer = await fetch(`${server.url}/api/admin/rate-decks/${deckId}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.key}`, 'content-type': TYPES[kind] },
      body: new Uint8Array(file),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
    return readAs(answer, deckChanges);
  };
  const before = await residentMegabytes(server.pid);
  const cpu = { program: await cpuSeconds(server.pid), database: await databaseCpuSeconds(connection) };
  let most = before;
  const watch = new AbortController();
  const watched = (async () => {
    while (!watch.signal.aborted) {
      most = Math.max(most, await residentMegabytes(server.pid));
      await Bun.sleep(25);
    }
  })();
  const begun = performance.now();
  const { rows } = await post('preview');
  const seen = performance.now();
  await post(`imports?fileName=prices.${kind}`);
  const done = performance.now();
  watch.abort();
  await watched;
  if (rows !== ROWS) throw new Error(`${rows} rows were read`);
  return {
    seconds: { preview: (seen - begun) / 1000, whole: (done - begun) / 1000 },
    cpu: {
      program: (await cpuSeconds(server.pid)) - cpu.program,
      database: (await databaseCpuSeconds(connection)) - cpu.database,
    },
    megabytes: most - before,
  };
}

/** Measures what it takes to look at a price list of 200,000 rows and to import it, and prints that. */
export async function benchPriceFiles(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-prices-'));
  const database = await startEmbedded(folder);
  const connection = connect(database.url);
  let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | null = null;
  try {
    await migrate(database.url);
    const { admin } = await populate(connection);
    const env = { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'production' };
    const command = [process.execPath, 'server.ts'];
    child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit', cwd: import.meta.dir });
    const server = { url: await firstLine(child.stdout), pid: child.pid };
    const made = await fetch(`${server.url}/api/admin/rate-decks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench', kind: 'sell', service: 'voice' }),
    });
    const { id: deckId } = await readAs(made, rateDeck);
    for (const [month, kind] of (['csv', 'csv', 'xlsx'] as const).entries()) {
      const file = kind === 'csv' ? csvOf(month, ROWS) : xlsxOf(month, ROWS);
      const { seconds, cpu, megabytes } = await measureImport(
        { server, connection, admin, deckId },
        kind,
        file,
      );
      const met = seconds.preview < MOST_SECONDS && seconds.whole - seconds.preview < MOST_SECONDS;
      console.log(
        `\n${ROWS} prices by ${kind}${month === 0 ? ' into an empty list' : ', half of them changed'}: ` +
          `preview ${seconds.preview.toFixed(1)} s, import ${(seconds.whole - seconds.preview).toFixed(1)} s, ` +
          `each < ${MOST_SECONDS} s ${met ? 'met' : 'MISSED'}\n` +
          `processor time of both: program ${cpu.program.toFixed(1)} s, PostgreSQL ${cpu.database.toFixed(1)} s; ` +
          `memory up by ${megabytes.toFixed(0)} MB, < ${MOST_MEGABYTES} MB ${megabytes < MOST_MEGABYTES ? 'met' : 'MISSED'}`,
      );
    }
  } finally {
    child?.kill();
    await child?.exited;
    await connection.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
