import { DATA } from '../../../db/data-map.ts';
import { eraseClosed } from '../../../src/accounts/closing/erase-closed.ts';
import { call, inVain, type TestActor, type TestApp } from '../../kit/index.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import { PARTS, statementOf } from '../../../src/accounts/export/read-part.ts';
import { countTotals } from '../../../src/money/ledger/count-totals.ts';
import { fillWithStrangers, SMALL } from './fill.ts';
import { cookie, type Endpoint, NAMED, pathOf } from './requests.ts';
import { type Ids, isForAdmins, type Row } from './row.ts';
import { EVERYTHING } from './things.ts';
import { makeOwner, startWorld, type World } from './world.ts';

/** Every reading endpoint, on a database that is full of strangers' rows: none reads a whole table. */
const ids: Ids = {};
const statements: Statement[] = [];

interface Statement {
  text: string;
  values: NonNullable<Parameters<World['app']['deps']['sql']['unsafe']>[1]>;
}

/** Those that are for everything that there is, and why that is right. */
const READS_ALL: Record<string, string> = {
  exportUsers: 'the file is of all accounts',
  exportPayments: 'the file is of all payments',
  exportCustomers: 'writes down who asked, and then reads as listCustomers does',
  exportActivity: 'writes down who asked, and then reads as listActivity does',
  getQuality: 'sums the routes of some days, of which there are some hundreds each',
  exportQuality: 'writes down who asked, and then reads a day at a time',
  exportFigures: 'writes down who asked, and then reads as getFigures does, a day at a time',
  exportFigureUnits: 'writes down who asked, and then reads as listFigureUnits does',
  getMonthOfBooks: 'sums what moved in all accounts since the last closed month',
  getTrialBalance: 'sums what moved in all accounts since the last closed month',
  exportMonth: 'writes down who asked, and reads what all accounts moved',
  previewRequest: 'carries the request out, as agreeing does, and undoes it',
  previewRateDeletion: 'puts the list into a table of its own, and judges it as an import does',
  getProviderHealth: 'the probes and the traffic of a little more than a day are kept, and a day is shown',
  listAlarms: 'one row for each cause of the last day',
  listUnreadReports: 'of each carrier 1000 are kept',
  listCarrierAccounts: 'there are 50 of them at most',
  exportAccount: 'each part of it is looked at by itself, below',
  countUsers: 'counts up to a bound, and stops there',
  countSenderRequests: 'counts the names of all accounts by their state: a few for each account that has any',
  countNumberPapers: 'counts the papers of all accounts by their state: one for each country that asks for some',
  getAdminStats: 'looks the few newest entries up one by one; a ledger of this size is as quick to read',
};

/** They ask the database nothing: the one waits for events, the other reads the operator's files. */
const ASKS_NOTHING = new Set(['streamEvents', 'getPage']);

const readers = NAMED.filter(
  ([, endpoint, row]) =>
    endpoint.method === 'GET' && !row.call && !(endpoint.name in READS_ALL) && !ASKS_NOTHING.has(endpoint.name),
);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Rows Removed by Filter'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

const world = await startWorld();
const owner = await makeOwner(world);
for (const make of EVERYTHING) Object.assign(ids, await make(world, owner));
const big = new Set(await fillWithStrangers(world.app));
// A chore reads new entries of the ledger once, when it counts them.
await countTotals(world.app.deps);
listen();

/** From here on every statement that the server sends is kept, with its values. */
function listen(): void {
  const { sql } = world.app.deps;
  sql.unsafe = new Proxy(sql.unsafe, {
    apply(send, _, [text, values = [], options]: Parameters<typeof sql.unsafe>) {
      statements.push({ text, values });
      return send.call(sql, text, values, options);
    },
  });
}

/** So many rows of others are a table that is read whole, also where some index gives them. */
const MOST_IN_VAIN = 1000;

const readsWhole = (plan: Plan): boolean =>
  plan['Node Type'] === 'Seq Scan' ||
  (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 1) > MOST_IN_VAIN;

const scansIn = (plan: Plan): string[] => [
  ...(plan['Relation Name'] && readsWhole(plan) ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
];

/** The big tables that the statements of a request read from one end to the other. */
async function wholeTablesReadBy(
  endpoint: Endpoint,
  as: TestActor,
  { query, answers = endpoint.status }: Pick<Row, 'answers'> & { query: string },
): Promise<string[]> {
  statements.length = 0;
  const path = pathOf(endpoint, { ...ids, id: owner.id }) + (query ? `?${query}` : '');
  const response = await call(world.app, path, {}, cookie(as));
  expect(response.status).toBe(answers);
  await response.body?.cancel();
  const seen = statements.splice(0);
  expect(seen.length).toBeGreaterThan(0);
  const scans = await Promise.all(seen.map((each) => wholeTablesIn(each, RUN)));
  return scans.flat();
}

/** Runs a statement as well, to see how many rows it reads in vain. */
const RUN = 'analyze, timing off, summary off';

/** The big tables that a statement reads from one end to the other. @param options of EXPLAIN */
async function wholeTablesIn({ text, values }: Statement, options: string): Promise<string[]> {
  const [row] = await inVain(world.app.deps.sql, (sql) =>
    sql.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`explain (${options}, format json) ${text}`, values),
  );
  const scans = (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => scansIn(plan));
  return scans.filter((table) => big.has(table));
}

test('every table is full but those of the program’s own affairs', async () => {
  const tables = await world.app.deps.sql<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`;
  expect(tables.map(({ name }) => name).filter((name) => !big.has(name) && !SMALL.has(name))).toEqual([]);
  expect(big.size).toBeGreaterThan(80);
});

describe.each(readers)('%s', (_place, endpoint, row) => {
  const pages = endpoint.paged ? ['limit=10', `limit=10&before=${Bun.randomUUIDv7()}`] : [''];

  test.each(pages)('reads no whole table: ?%s', async (page) => {
    const as = isForAdmins(row) ? world.admin : owner;
    const query = [row.query, page].filter(Boolean).join('&');
    expect(await wholeTablesReadBy(endpoint, as, { ...row, query })).toEqual([]);
  });
});

const PLACES = {
  uuid: Bun.randomUUIDv7(),
  bigint: '1',
  text: '+44',
  inet: '198.41.0.0/28',
  date: '2026-11-01',
  timestamptz: '2026-11-16T10:00:00Z',
};

describe.each(PARTS.map((part) => [part.file, part] as const))('of the file of an account, %s', (_name, part) => {
  test('reads no whole table, neither at first nor from a place on', async () => {
    expect(await wholeTablesIn({ text: statementOf(part, null), values: [owner.id] }, RUN)).toEqual([]);
    const place = part.order.map(([, type]) => PLACES[type]);
    const after = part.parent ? [PLACES.uuid, ...place] : place;
    const next = { text: statementOf(part, after), values: [owner.id, ...after] };
    expect(await wholeTablesIn(next, RUN)).toEqual([]);
  });
});

describe('an index finds the rows whose days are over:', () => {
  const SWEEPS: Record<string, (deps: TestApp['deps']) => Promise<unknown>> = {
    ...Object.fromEntries(
      DATA.filter(({ removed = [] }) => removed.some(({ kind }) => kind)).map(({ table }) => [
        table,
        (deps: TestApp['deps']) => removeOld(deps, table),
      ]),
    ),
    'closed accounts': eraseClosed,
  };

  test.each(Object.entries(SWEEPS))('%s', async (_what, sweep) => {
    const { deps } = world.app;
    const sent: Statement[] = [];
    deps.sql.options.debug = (_connection, text, values) => void sent.push({ text, values });
    try {
      await sweep(deps);
    } finally {
      deps.sql.options.debug = false;
    }
    const seen = sent.filter(({ text }) => /^\s*(select|update|delete)/.test(text));
    expect(seen.length).toBeGreaterThan(0);
    for (const each of seen) expect(await wholeTablesIn(each, 'summary off')).toEqual([]);
  });
});
