import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { startEmbedded } from '../../../db/embedded.ts';
import { eventually } from '../../kit/eventually.ts';
import { isRunning } from '../../kit/own-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'topline-embedded-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function answers(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    await client`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await client.end({ timeout: 1 });
  }
}

function otherProcess(folderOf = folder) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dir, '../../../db/embedded.ts'))};
    const server = await startEmbedded(${JSON.stringify(folderOf)}, { fsync: 'off' });
    console.log(server.url, server.folder);
    for await (const _ of console) { await server.stop(); process.exit(0); }`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  const said = async () => {
    const { value } = await child.stdout.getReader().read();
    const [url = '', cluster = ''] = new TextDecoder().decode(value).trim().split(' ');
    return { url, cluster };
  };
  const url = async () => (await said()).url;
  const stop = async () => {
    await child.stdin.write('stop\n');
    await child.stdin.flush();
    return child.exited;
  };
  return { child, said, url, stop };
}

test('a server that another process started is used, outlives that process, and stops with the last', async () => {
  const other = otherProcess();
  const url = await other.url();
  const mine = await startEmbedded(folder);
  expect(mine.url).toBe(url);
  expect(await other.stop()).toBe(0);
  expect(await answers(url)).toBe(true);
  await mine.stop();
  expect(await answers(url)).toBe(false);
});

test('a server that outlived its killed process is taken over with its data', async () => {
  const other = otherProcess();
  const url = await other.url();
  const client = postgres(url, { max: 1 });
  await client`create table kept as select 42 as answer`;
  await client.end();
  other.child.kill('SIGKILL');
  await other.child.exited;
  const mine = await startEmbedded(folder);
  const again = postgres(mine.url, { max: 1 });
  expect(await again`select answer from kept`).toMatchObject([{ answer: 42 }]);
  await again.end();
  await mine.stop();
  expect(await answers(url)).toBe(false);
});

test('a server whose last process was killed ends by itself, and starts again with its data', async () => {
  const other = otherProcess();
  const url = await other.url();
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client`create table kept_too (value int)`;
  await client.end();
  other.child.kill('SIGKILL');
  await other.child.exited;
  await eventually('the server has ended', 60_000, async () => !(await answers(url)));
  const mine = await startEmbedded(folder);
  const again = postgres(mine.url, { max: 1, onnotice: () => {} });
  expect(await again`select * from kept_too`).toHaveLength(0);
  await again.end();
  await mine.stop();
}, 90_000);

test('a server whose last process was killed, and whose folder was deleted then, ends by itself', async () => {
  const gone = await mkdtemp(join(tmpdir(), 'topline-deleted-'));
  await chmod(gone, 0o755);
  const other = otherProcess(gone);
  const { cluster } = await other.said();
  const [server] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  // PostgreSQL itself looks for its folder once a minute: by then another look has ended it.
  other.child.kill('SIGKILL');
  await other.child.exited;
  await rm(dirname(cluster), { recursive: true, force: true });
  await eventually('the server has ended', 30_000, async () => !isRunning(Number(server)));
  await rm(gone, { recursive: true, force: true });
}, 60_000);

test('a start waits for a server that is just ending, and then starts it again', async () => {
  const other = otherProcess();
  const url = await other.url();
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client`select 1`;
  const cluster = join(folder, 'postgres/cluster');
  const [server = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  // A smart shutdown: nobody new is let in, and it waits for who is connected.
  process.kill(Number(server), 'SIGTERM');
  await eventually('nobody is let in', 10_000, async () => !(await answers(url)));
  const starting = startEmbedded(folder, { fsync: 'off' });
  await client.end();
  const mine = await starting;
  expect(await answers(mine.url)).toBe(true);
  await other.stop();
  await mine.stop();
});
