import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Account } from '../../db/embedded-process.ts';
import { serverAccount } from '../../db/embedded-files.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { isOk } from './is-ok.ts';
import { readAs } from './read.ts';
import { z } from 'zod';
import { balance, HAPROXY } from './haproxy.ts';

/**
 * Two PostgreSQL servers of Debian, of which one replicates the other synchronously. Patroni decides by etcd which of
 * them is the primary, and HAProxy leads to that one, as many operators have it.
 */
export interface Replicated {
  /** The databases of the primary and of the replica, whichever they are, through HAProxy. */
  url: string;
  replicaUrl: string;
  primary(): Promise<string>;
  /** Makes the replica the primary in a planned way, and waits until it is. */
  switchOver(): Promise<void>;
  /**
   * Ends the primary's server at once, and its Patroni with it where the machine is lost, while transactions are on its
   * disk that the replica has not got.
   */
  losePrimary(what: 'machine' | 'server'): Promise<void>;
  /** Starts a lost machine again, and waits until it follows the primary. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** How long a primary may be silent before Patroni declares it lost: the shortest time that Patroni allows. */
const LOST_AFTER_SECONDS = 20;
const STARTED_WITHIN_MS = 90_000;
// No keywords: PostgreSQL does not take `first` for the name of a standby.
const NAMES = ['north', 'south'] as const;

interface Node {
  name: string;
  rest: number;
  port: number;
  cluster: string;
  /** Null while the machine is lost. */
  patroni: ChildProcess | null;
  start(): Promise<ChildProcess>;
}

/** The programs that were started, under an account that PostgreSQL accepts. */
class Programs {
  readonly folder: string;
  readonly #running = new Set<ChildProcess>();

  constructor(
    folder: string,
    private readonly account: Account | null,
  ) {
    this.folder = folder;
    // If a test fails, the programs that it started end with the test process.
    process.on('exit', () => this.kill());
  }

  async start(command: string, args: string[]): Promise<ChildProcess> {
    const log = await open(join(this.folder, 'log'), 'a');
    const env = { PATH: process.env.PATH, HOME: this.folder };
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    const child = spawn(command, args, { ...(this.account ?? {}), cwd: this.folder, env, stdio });
    await log.close();
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  async write(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, text);
    return path;
  }

  kill(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** @throws if a package is missing: postgresql, patroni, python3-etcd, etcd-server, haproxy */
export async function startReplicated(): Promise<Replicated> {
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  const folder = await mkdtemp(join(tmpdir(), 'topline-replicated-'));
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);
  const programs = new Programs(folder, account);
  try {
    return await startAll(programs);
  } catch (error) {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
    await programs.stop();
    throw new Error(`the replicated servers do not start:\n${log.slice(-3000)}`, { cause: error });
  }
}

async function startAll(programs: Programs): Promise<Replicated> {
  const etcd = await startEtcd(programs);
  const nodes = await Promise.all(NAMES.map((name) => startNode(programs, etcd, name)));
  const [url, replicaUrl] = [
    await startProxy(programs, nodes, 'primary'),
    await startProxy(programs, nodes, 'replica'),
  ];
  const members = () => readMembers(nodes);
  await eventually('both servers run, in step', STARTED_WITHIN_MS, async () => isInStep(await members()));
  const nodeOf = async (role: string) => {
    const name = (await members()).find((each) => each.role === role)?.name;
    return nodes.find((each) => each.name === name);
  };
  const primary = async () => (await nodeOf('leader'))?.name ?? '';
  return {
    url,
    replicaUrl,
    primary,
    switchOver: async () => {
      const before = await primary();
      const [node] = nodes;
      const answer = await fetch(`http://127.0.0.1:${node?.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: before }),
      });
      if (!answer.ok) throw new Error(`Patroni does not hand over: ${await answer.text()}`);
      await eventually(
        'the old primary follows the new one',
        STARTED_WITHIN_MS,
        async () => (await primary()) !== before && isInStep(await members()),
      );
    },
    losePrimary: async (what) => {
      const [lost, replica] = [await nodeOf('leader'), await nodeOf('sync_standby')];
      if (!lost || !replica) throw new Error('there are not two servers in step');
      const thaw = await freezeReplication(replica);
      await whenACommitWaits(lost);
      if (what === 'machine') await killNode(lost);
      else await killServer(lost);
      thaw();
    },
    restore: async () => {
      for (const node of nodes) node.patroni ??= await node.start();
      await eventually('both servers run, in step', STARTED_WITHIN_MS, async () => isInStep(await members()));
    },
    stop: async () => {
      await Promise.all(nodes.map(killNode));
      await programs.stop();
    },
  };
}

async function startEtcd(programs: Programs): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${client}`;
  const own = `http://127.0.0.1:${peer}`;
  await programs.start('etcd', [
    `--data-dir=${join(programs.folder, 'etcd')}`,
    ...[`--listen-client-urls=${url}`, `--advertise-client-urls=${url}`],
    ...[`--listen-peer-urls=${own}`, `--initial-advertise-peer-urls=${own}`],
    ...[`--initial-cluster=default=${own}`, '--unsafe-no-fsync'],
  ]);
  await eventually('etcd answers', STARTED_WITHIN_MS, () => isOk(`${url}/health`));
  return `127.0.0.1:${client}`;
}

async function startNode(programs: Programs, etcd: string, name: string): Promise<Node> {
  const [rest, port] = [await freePort(), await freePort()];
  const cluster = join(programs.folder, name);
  const here = (at: number) => ({ listen: `127.0.0.1:${at}`, connect_address: `127.0.0.1:${at}` });
  // JSON is valid YAML.
  const settings = JSON.stringify({
    scope: 'topline',
    name,
    restapi: here(rest),
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: LOST_AFTER_SECONDS,
        loop_wait: 1,
        retry_timeout: 5,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }, 'no-sync'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      ...here(port),
      data_dir: cluster,
      bin_dir: await systemBinaries(),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      parameters: { unix_socket_directories: '', fsync: 'off', shared_buffers: '64MB' },
    },
  });
  const file = await programs.write(`${name}.yml`, settings);
  const start = () => programs.start('patroni', [file]);
  return { name, rest, port, cluster, patroni: await start(), start };
}

/** The newest of Debian's PostgreSQL servers. */
async function systemBinaries(): Promise<string> {
  const home = '/usr/lib/postgresql';
  const [version] = (await readdir(home)).toSorted((one, other) => Number(other) - Number(one));
  return join(home, version ?? '', 'bin');
}

/** The proxy asks each Patroni for the role of its server, and cuts connections to one that has it no more. */
async function startProxy(programs: Programs, nodes: readonly Node[], role: 'primary' | 'replica'): Promise<string> {
  const { port, settings } = await balance(
    nodes.map(({ port: at, rest }) => ({ port: at, check: rest })),
    `mode tcp
    option httpchk OPTIONS /${role}
    default-server on-marked-down shutdown-sessions`,
  );
  await programs.start(HAPROXY, ['-db', '-f', await programs.write(`${role}.cfg`, settings)]);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

const member = z.object({ name: z.string(), role: z.string(), state: z.string() });
type Member = z.infer<typeof member>;

/** The state of all nodes, as those that answer report it. */
async function readMembers(nodes: readonly Node[]): Promise<Member[]> {
  for (const { rest } of nodes) {
    try {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`);
      const { members } = await readAs(answer, z.object({ members: member.array() }));
      return members;
    } catch {
      // This node is lost or has not started yet; the other one answers.
    }
  }
  return [];
}

const isInStep = (members: readonly Member[]) =>
  members.some(({ role, state }) => role === 'leader' && state === 'running') &&
  members.some(({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state));

/** Stops all data to the replica until the returned function is called. */
async function freezeReplication({ cluster }: Node): Promise<() => void> {
  const receiver = ['-P', await postmasterOf(cluster), '-f', 'walreceiver'];
  spawnSync('pkill', ['-STOP', ...receiver]);
  return () => void spawnSync('pkill', ['-CONT', ...receiver]);
}

/** The next charges of the same account wait for the first one's commit, which waits for the replica. */
async function whenACommitWaits({ port }: Node): Promise<void> {
  const sql = postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, { max: 1 });
  const isWaiting = async () => {
    const waiting = await sql`select from pg_stat_activity where wait_event = 'SyncRep'`;
    return waiting.length > 0;
  };
  await eventually('a commit waits for the replica', STARTED_WITHIN_MS, isWaiting);
  await sql.end();
}

const postmasterOf = async (cluster: string) =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0] ?? '';

/** Kills Patroni first, so that it cannot report that its server has ended. */
async function killNode(node: Node): Promise<void> {
  node.patroni?.kill('SIGKILL');
  node.patroni = null;
  await killServer(node);
}

async function killServer({ cluster }: Node): Promise<void> {
  const postmaster = await postmasterOf(cluster);
  if (!postmaster) return;
  spawnSync('pkill', ['-KILL', '-P', postmaster]);
  spawnSync('kill', ['-KILL', postmaster]);
}
