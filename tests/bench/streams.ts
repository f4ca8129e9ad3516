import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentMegabytes } from './memory.ts';
import type { Person } from './population.ts';
import type { StreamsJob } from './streams-client.ts';

const STREAMS = 10_000;
const NCHAN_MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const NCHAN_PORT = 18_099;

export interface Streams {
  /** From the request that publishes to all until the last reader has read it. */
  milliseconds: number;
  /** The server's memory for each stream, ten seconds after all were opened: what only the opening needed is collected. */
  kilobytesEach: number;
}

/** Opens 10,000 streams and publishes a switch of provider to all of them. */
export async function measureStreams(url: string, pid: number, reader: Person, admin: Person): Promise<Streams> {
  const authorization = (person: Person) => ({ Authorization: `Bearer ${person.key}` });
  return measure(() => residentMegabytes(pid), {
    url,
    path: '/api/events',
    headers: authorization(reader),
    streams: STREAMS,
    marker: 'provider-switch',
    publish: {
      path: '/api/telecom/providers/sandbox-backup',
      body: '{}',
      headers: { ...authorization(admin), 'content-type': 'application/json' },
    },
  });
}

/** The same with nginx and nchan, where Debian's packages of them are installed; else null. */
export async function measureNchan(): Promise<Streams | null> {
  const nginx = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` });
  if (!nginx || !existsSync(NCHAN_MODULE)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'topline-nchan-'));
  await writeFile(join(folder, 'nginx.conf'), configuration(folder));
  const server = Bun.spawn([nginx, '-c', join(folder, 'nginx.conf'), '-p', folder], { stderr: 'inherit' });
  try {
    const url = `http://127.0.0.1:${NCHAN_PORT}`;
    while (!(await fetch(url).catch(() => null))) await Bun.sleep(20);
    return await measure(async () => residentMegabytes(await workerOf(server.pid)), {
      url,
      path: '/subscribe',
      headers: {},
      streams: STREAMS,
      marker: 'provider-switch',
      publish: {
        path: '/publish',
        headers: {},
        body: '{"event":"provider-switch","from":"sandbox","to":"sandbox-backup","reason":"manual"}',
      },
    });
  } finally {
    server.kill();
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
}

/** The only child of nginx: what serves, as the one process on the other side. */
const workerOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim());

async function measure(megabytes: () => Promise<number>, job: StreamsJob): Promise<Streams> {
  // The first requests compile code and open connections, which the later ones do not.
  const warmUp = await openStreams({ ...job, streams: STREAMS / 10 });
  await warmUp.close();
  const before = await megabytes();
  const client = await openStreams(job);
  try {
    await Bun.sleep(10_000);
    const kilobytesEach = (((await megabytes()) - before) * 1024) / STREAMS;
    return { milliseconds: await client.publish(), kilobytesEach };
  } finally {
    await client.close();
  }
}

async function openStreams(job: StreamsJob) {
  const client = Bun.spawn([process.execPath, 'streams-client.ts', JSON.stringify(job)], {
    cwd: import.meta.dir,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = readLines(client.stdout);
  if ((await lines.next()).value !== 'open') throw new Error('the streams could not be opened');
  return {
    publish: async () => {
      void client.stdin.write('publish\n');
      await client.stdin.flush();
      const { value } = await lines.next();
      if (!value) throw new Error('the readers ended before all were reached');
      return Number(value);
    },
    close: async () => {
      client.kill();
      await client.exited;
    },
  };
}

async function* readLines(output: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let pending = '';
  const decoder = new TextDecoder();
  for await (const chunk of output) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split('\n');
    pending = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}

const configuration = (folder: string) => `
load_module ${NCHAN_MODULE};
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_rlimit_nofile 20000;
events { worker_connections 15000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  nchan_max_reserved_memory 256M;
  server {
    listen 127.0.0.1:${NCHAN_PORT} backlog=4096;
    location = /subscribe { nchan_subscriber eventsource; nchan_channel_id all; nchan_eventsource_ping_interval 5; }
    location = /publish { nchan_publisher; nchan_channel_id all; }
  }
}`;
