import { z } from 'zod';
import { parseAs } from '../kit/read.ts';

/**
 * Many readers of one event stream, in a process of their own. Argument: a `StreamsJob` as JSON. Prints
 * `open` when all streams are; after a line on its input it publishes, and prints the milliseconds from
 * then until the last reader has read what was published.
 */
const headers = z.record(z.string(), z.string());
const streamsJob = z.object({
  url: z.string(),
  path: z.string(),
  /** Request headers of each stream. */
  headers,
  streams: z.number(),
  /** Every stream must read this. */
  marker: z.string(),
  publish: z.object({ path: z.string(), headers, body: z.string() }),
});
export type StreamsJob = z.infer<typeof streamsJob>;

const OPENING_AT_ONCE = 200;
const job = parseAs(process.argv[2] ?? '', streamsJob);
const { hostname, port } = new URL(job.url);
const request = [
  `GET ${job.path} HTTP/1.1`,
  `Host: ${hostname}:${port}`,
  'Accept: text/event-stream',
  ...Object.entries(job.headers).map(([name, value]) => `${name}: ${value}`),
  '\r\n',
].join('\r\n');

let reached = 0;
let lastAt = 0;
let allReached = () => {};
let publishing = false;

await openAll();
console.log('open');
for await (const _line of console) break;

publishing = true;
const everybody = new Promise<void>((resolve) => {
  allReached = resolve;
});
const startedAt = performance.now();
const answer = await fetch(job.url + job.publish.path, {
  method: 'POST',
  headers: job.publish.headers,
  body: job.publish.body,
});
if (!answer.ok) throw new Error(`publishing was answered ${answer.status}`);
await everybody;
console.log(String(lastAt - startedAt));
process.exit(0);

async function openAll(): Promise<void> {
  let opened = 0;
  const opener = async () => {
    while (opened < job.streams) {
      opened++;
      await openOne();
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, opener));
}

function openOne(): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = '';
    void Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(request),
        data: (_socket, bytes) => {
          if (!publishing) return resolve();
          seen += bytes.toString('latin1');
          if (!seen.includes(job.marker)) return;
          seen = '';
          lastAt = performance.now();
          reached++;
          if (reached === job.streams) allReached();
        },
        close: () => reject(new Error('a stream was closed')),
        error: (_socket, error) => reject(error),
      },
    }).catch(reject);
  });
}
