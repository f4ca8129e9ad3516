import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { deckChanges } from '../../src/money/decks/changes-contract.ts';
import { rateDeck } from '../../src/money/decks/contract.ts';
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

/** What it takes to look at a file and to import it. */
interface Import {
  seconds: { preview: number; whole: number };
  /** Processor time: of the program, and of PostgreSQL's process that serves it. */
  cpu: { program: number; database: number };
  /** The highest increase of the program's memory. */
  megabytes: number;
}

/** The rows of the file of one month: half of them become dearer or cheaper each month, some are new, some are gone. */
function* rowsOf(month: number): Generator<readonly string[]> {
  yield ['prefix', 'name', 'rate', 'fee', 'first interval', 'next interval'];
  const from = 300_000 + month * 1000;
  for (let prefix = from; prefix < from + ROWS; prefix++) {
    const rate = 100 + (prefix % 700) + (prefix % 2) * month;
    const name = `Country ${Math.floor(prefix / 1000)} Network ${Math.floor(prefix / 50) % 20}`;
    yield [String(prefix), name, `0.${String(rate).padStart(4, '0')}`, '0', '60', prefix % 3 ? '60' : '1'];
  }
}

const csvOf = (month: number): Uint8Array =>
  strToU8([...rowsOf(month)].map((row) => row.join(',')).join('\n'));

/** As a spreadsheet program writes it: names stand once in a list of their own. */
function xlsxOf(month: number): Uint8Array {
  const texts = new Map<string, number>();
  const cell = (text: string, place: number, row: number): string => {
    const at = `${'ABCDEF'[place] ?? ''}${row}`;
    if (/^[\d.]+$/.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return `<c r="${at}" t="s"><v>${known}</v></c>`;
  };
  const rows = [...rowsOf(month)].map(
    (row, index) =>
      `<row r="${index + 1}">${row.map((text, place) => cell(text, place, index + 1)).join('')}</row>`,
  );
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Prices" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${[...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])));
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
      const file = kind === 'csv' ? csvOf(month) : xlsxOf(month);
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
