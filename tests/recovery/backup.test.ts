import { chmod, exists, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbedded } from '../../db/embedded.ts';
import { actorOf, signIn, signUp, type TestActor, type ReceivedHook, WebhookReceiver } from '../kit/index.ts';
import { ADMIN_SETTINGS, firstAdministrator } from '../kit/administrator.ts';
import { withDatabase } from '../kit/cluster.ts';
import { eventually, expectSoundBooks, newNumber, openEvents, parseAs, withId } from '../kit/index.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { startSystemPostgres } from '../kit/debian-postgres.ts';

const ROOT = join(import.meta.dir, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'topline-backup-'));
await chmod(folder, 0o755);
const system = await startSystemPostgres();
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Place {
  logDir?: string;
  databaseUrl: string | null;
  dataDir: string;
}

const runCommand = (name: 'backup' | 'restore', at: Place, ...given: string[]) =>
  Bun.spawn([process.execPath, `db/backup/${name}-command.ts`, ...given], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: at.dataDir,
      ...(at.databaseUrl ? { DATABASE_URL: at.databaseUrl } : {}),
      ...(at.logDir ? { BACKUP_LOG_DIR: at.logDir } : {}),
    },
    stdout: 'ignore',
    stderr: 'pipe',
  });

async function command(...given: Parameters<typeof runCommand>) {
  const child = runCommand(...given);
  const [code, words] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, words };
}

const start = ({ databaseUrl, dataDir, logDir = '' }: Place): Promise<ServerProcess> =>
  startServerProcess(databaseUrl, {
    DATA_DIR: dataDir,
    BACKUP_LOG_DIR: logDir,
    SANDBOX_CARRIERS: 'on',
    WEBHOOKS_TO_LOOPBACK: 'on',
    ...ADMIN_SETTINGS,
  });

async function sendAs(person: TestActor): Promise<number> {
  const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
  return (await person.as(`/api/users/${person.id}/sms`, { json })).status;
}

async function withSql<Result>(at: Place, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const embedded = at.databaseUrl ? null : await startEmbedded(at.dataDir);
  const sql = postgres(at.databaseUrl ?? embedded?.url ?? '', { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await embedded?.stop();
  }
}

async function emptyDatabase(name: string): Promise<string> {
  const sql = postgres(system.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  return withDatabase(system.url, name);
}

const idOf = ({ body }: ReceivedHook): string => parseAs(body, withId).id;

const PLACES: [string, (name: string) => Promise<Place>][] = [
  [
    'the embedded database',
    async (name) => {
      const dataDir = join(folder, name);
      await mkdir(dataDir, { mode: 0o755 });
      return { databaseUrl: null, dataDir };
    },
  ],
  [
    'a DATABASE_URL',
    async (name) => ({ databaseUrl: await emptyDatabase(name), dataDir: join(folder, `files-${name}`) }),
  ],
];

for (const [index, [what, place]] of PLACES.entries()) {
  test(`a restore into ${what}: books clean, sign-in works, nothing leaves or is told of again`, async () => {
    const [from, to] = [await place(`before${index}`), await place(`after${index}`)];
    const backup = join(folder, `backup${index}`);
    const receiver = new WebhookReceiver();
    // It is never delivered before the backup, and must not be delivered after it.
    receiver.answer = () => new Response('not now', { status: 500 });
    const before = await start(from);
    const person = await signUp(before);
    const admin = await firstAdministrator(before);
    const credit = (at: TestActor, amount: string) =>
      at.withCookie(`/api/admin/users/${person.id}/adjustments`, { json: { amount, reason: 'Test credit' } });
    expect((await credit(admin, '100.00')).status).toBe(201);
    const hook = { name: 'Ours', url: receiver.url, events: ['message-status'] };
    expect((await person.withCookie(`/api/users/${person.id}/webhooks`, { json: hook })).status).toBe(201);
    const stream = await openEvents(before, { authorization: `Bearer ${person.key}` });
    for (let sent = 0; sent < 5; sent++) expect(await sendAs(person)).toBe(201);
    await eventually('a webhook was tried', async () => receiver.received.length > 0);

    // Charges go on while the backup is made.
    const over = new AbortController();
    const sending = (async () => {
      while (!over.signal.aborted) expect(await sendAs(person)).toBe(201);
    })();
    expect(await command('backup', from, backup)).toEqual({ code: 0, words: expect.any(String) });
    over.abort();
    await sending;
    // All messages are final and every event is read, so that the recorded events are complete.
    await withSql(from, (sql) =>
      eventually('all events are read', async () => {
        const [row] = await sql<{ last: string; open: number }[]>`
          select (select max(last) from event_places p join events e on e.seq = any (p.seqs) where user_id = ${person.id}) as last,
            (select count(*)::int from sms_recipients where status <> 'delivered') as open`;
        return row?.open === 0 && row.last === stream.lastEventId;
      }),
    );
    const lastSeen = stream.lastEventId ?? '';
    await stream.close();
    await before.kill();
    const told = receiver.received.map(idOf);

    expect(await command('restore', to, backup)).toMatchObject({ code: 0 });
    await withSql(to, async (sql) => {
      await expectSoundBooks({ deps: { sql } });
      const [left] = await sql`
        select (select count(*)::int from sms_recipients where status = 'queued' and due_at <= now()) as messages,
          (select count(*)::int from webhook_deliveries where status = 'pending') as webhooks,
          (select count(*)::int from mails where status = 'pending') as mails,
          (select count(*)::int from sms_messages) >= 5 as has_messages`;
      expect(left).toEqual({ messages: 0, webhooks: 0, mails: 0, has_messages: true });
    });
    const again = await command('restore', to, backup);
    expect(again.code).toBe(1);
    expect(again.words).toMatch(/already/);

    const after = await start(to);
    try {
      const back = actorOf(after, person);
      expect(await signIn(after, back)).toStartWith('session=');
      expect((await back.withCookie(`/api/users/${person.id}`)).status).toBe(200);
      await using resumed = await openEvents(
        after,
        { authorization: `Bearer ${person.key}` },
        { lastEventId: lastSeen },
      );
      const restored = await firstAdministrator(after);
      expect((await credit(restored, '1.00')).status).toBe(201);
      expect((await resumed.next('balance')).data.reason).toBe('adjustment');
      const old = resumed.all.filter(({ id }) => Number(id) <= Number(lastSeen));
      expect(old).toEqual([]);
      const anew = receiver.received.slice(told.length).map(idOf);
      expect(anew.filter((id) => told.includes(id))).toEqual([]);
      await withSql(to, async (sql) => {
        await expectSoundBooks({ deps: { sql } });
        expect(await sql`select reference from sandbox_messages group by 1 having count(*) > 1`).toHaveLength(0);
      });
    } finally {
      await after.kill();
      await receiver.stop();
    }
  }, 240_000);
}

test('the program refuses what is no whole backup', async () => {
  const dataDir = join(folder, 'nowhere');
  await mkdir(dataDir, { mode: 0o755 });
  const outcome = await command('restore', { databaseUrl: null, dataDir }, join(folder, 'not-there'));
  expect(outcome.code).toBe(1);
  expect(outcome.words).toContain('holds no whole backup');
});

test('a backup that is cancelled says so, and cannot be restored', async () => {
  const databaseUrl = await emptyDatabase('cancelled');
  const at = { databaseUrl, dataDir: join(folder, 'cancelled') };
  const backup = join(folder, 'cancelled-backup');
  await withSql(at, async (sql) => {
    await sql`create table held ()`;
    await sql.begin(async (tx) => {
      await tx`lock table held in access exclusive mode`;
      const child = runCommand('backup', at, backup);
      await eventually('the dump waits', async () => {
        const [row] = await tx`select 1 from pg_locks where not granted`;
        return row !== undefined;
      });
      child.kill('SIGINT');
      expect(await child.exited).toBe(130);
      expect(await new Response(child.stderr).text()).toContain(`Cancelled. ${backup} is no whole backup`);
    });
  });
  expect(await command('restore', at, backup)).toMatchObject({ code: 1 });
});

test('tools older than the server are refused before anything is written', async () => {
  const newer = await startEmbedded(join(folder, 'newer'));
  try {
    const at = { databaseUrl: newer.url, dataDir: join(folder, 'newer-data') };
    const backup = join(folder, 'by-old-tools');
    const { code, words } = await command('backup', at, backup);
    expect(code).toBe(1);
    expect(words).toMatch(/pg_dump \d+ is older than the server, 18 \(Debian: postgresql-client-18\)/);
    expect(await exists(backup)).toBe(false);
  } finally {
    await newer.stop();
  }
});

test('the embedded database is brought back to a moment after its backup', async () => {
  const logDir = join(folder, 'log');
  const [from, to] = [join(folder, 'log-before'), join(folder, 'log-after')].map((dataDir) => ({
    ...{ databaseUrl: null, dataDir, logDir },
  }));
  if (!from || !to) throw new Error('two places');
  await Promise.all([from, to].map(({ dataDir }) => mkdir(dataDir, { mode: 0o755 })));
  const backup = join(folder, 'log-backup');
  const before = await start(from);
  const person = await signUp(before);
  const admin = await firstAdministrator(before);
  const credit = async (amount: string) => {
    const json = { amount, reason: 'Test credit' };
    const path = `/api/admin/users/${person.id}/adjustments`;
    expect((await admin.withCookie(path, { json })).status).toBe(201);
  };
  await credit('10.00');
  expect(await command('backup', from, backup)).toMatchObject({ code: 0 });
  await credit('5.00');
  const moment = await withSql(from, async (sql) => {
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    return row?.now.toISOString() ?? '';
  });
  await credit('70.00');
  await withSql(from, async (sql) => {
    const [row] = await sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
    await eventually('the log is copied', () => exists(join(logDir, `${row?.file}.gz`)));
  });
  await before.kill();

  const far = await command('restore', to, backup, '2000-01-01T00:00:00Z');
  expect(far).toMatchObject({ code: 1, words: expect.stringContaining('the backup is of a later time') });
  expect(await command('restore', to, backup, moment)).toMatchObject({ code: 0 });
  await withSql(to, async (sql) => {
    const [row] = await sql`select credits::text from users where id = ${person.id}`;
    expect(row).toEqual({ credits: '15.00' });
    await expectSoundBooks({ deps: { sql } });
  });
}, 120_000);
