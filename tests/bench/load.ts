import type { Socket } from 'bun';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseAs } from '../kit/read.ts';

/** The instructions of a load process, as JSON in its first argument. */
const loadJob = z.object({
  /** The server's address, e.g. `http://127.0.0.1:3000`. */
  url: z.string(),
  what: z.enum(['send', 'user', 'list']),
  people: z.object({ id: z.string(), key: z.string() }).array(),
  connections: z.number(),
  /** Not counted: connections open, statements are prepared, code is compiled. */
  warmUpSeconds: z.number(),
  seconds: z.number(),
});
export type LoadJob = z.infer<typeof loadJob>;

/** The result, as JSON on the last line of the output. */
export const loadResult = z.object({
  /** Successful requests per second. */
  rate: z.number(),
  failures: z.number(),
  firstFailure: z.string(),
});
export type LoadResult = z.infer<typeof loadResult>;

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('0\r\n\r\n');

/** The answers on one connection: where each ends, and whether it was a success. */
class AnswerReader {
  #pending: Buffer = Buffer.alloc(0);
  /** Bytes of the body still to come, -1 for a chunked one; null between answers. */
  #left: number | null = null;
  #head = '';

  /** Takes what has arrived; gives the head of the answer that it completes, or null. */
  read(chunk: Buffer): string | null {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    if (this.#left === null) {
      const end = this.#pending.indexOf(HEAD_END);
      if (end < 0) return null;
      this.#head = this.#pending.toString('latin1', 0, end);
      const length = /content-length: (\d+)/i.exec(this.#head)?.[1];
      this.#left = length === undefined ? -1 : Number(length);
      this.#pending = this.#pending.subarray(end + HEAD_END.length);
    }
    const isWhole =
      this.#left < 0
        ? this.#pending.subarray(-CHUNKS_END.length).equals(CHUNKS_END)
        : this.#pending.length >= this.#left;
    if (!isWhole) return null;
    this.#pending = Buffer.alloc(0);
    this.#left = null;
    return this.#head;
  }
}

/** Keeps each connection busy with one request at a time, and counts the answers in the measured time. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const { hostname, port } = new URL(job.url);
  const requests = requestsOf(job);
  const measureFrom = performance.now() + job.warmUpSeconds * 1000;
  const measureTo = measureFrom + job.seconds * 1000;
  const result: LoadResult = { rate: 0, failures: 0, firstFailure: '' };
  let answered = 0;
  const finished = Array.from({ length: job.connections }, () => Promise.withResolvers<void>());
  const open = finished.map(async ({ resolve, reject }) => {
    const reader = new AnswerReader();
    await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(requests()),
        data: (socket: Socket, chunk) => {
          const head = reader.read(chunk);
          if (head === null) return;
          const now = performance.now();
          if (!head.startsWith('HTTP/1.1 2')) {
            result.failures++;
            result.firstFailure ||= head;
          } else if (now >= measureFrom && now < measureTo) answered++;
          if (now < measureTo) socket.write(requests());
          else socket.end();
        },
        close: () => resolve(),
        error: (_socket, error) => reject(error),
      },
    });
  });
  await Promise.all([...open, ...finished.map(({ promise }) => promise)]);
  result.rate = answered / job.seconds;
  return result;
}

/** The next request as it goes over the wire, from one person after another. */
function requestsOf({ what, people }: LoadJob): () => string {
  const run = createHash('sha256').update(`${process.pid} ${Date.now()}`).digest('hex').slice(0, 16);
  let made = 0;
  return () => {
    const person = people[made % people.length];
    if (!person) throw new Error('a load needs people');
    made++;
    const head = (method: string, path: string) =>
      `${method} /api/users/${person.id}${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${person.key}\r\n`;
    if (what === 'user') return `${head('GET', '')}\r\n`;
    if (what === 'list') return `${head('GET', '/transactions?limit=100')}\r\n`;
    const number = `+4477009${String(made % 100_000).padStart(5, '0')}`;
    const body = `{"senderId":"Topline","recipients":["${number}"],"message":"Your code is ${made}"}`;
    return (
      `${head('POST', '/sms')}content-type: application/json\r\nidempotency-key: ${run}-${made}\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`
    );
  };
}

if (import.meta.main) {
  const result = await load(parseAs(process.argv[2] ?? '{}', loadJob));
  console.log(JSON.stringify(result));
  process.exit(0);
}
