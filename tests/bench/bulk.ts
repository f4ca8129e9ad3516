import { residentMegabytes } from './memory.ts';
import type { Person } from './population.ts';

const RECIPIENTS = 100_000;

export type BulkKind = 'same' | 'personal';

export interface BulkAcceptance {
  seconds: number;
  /** The highest increase of the server's memory, in MB. */
  megabytes: number;
}

/**
 * Sends one message to 100,000 recipients, to a server whose chores run, and watches the memory of its
 * process until it has answered and for a while after: it sends meanwhile.
 */
export async function measureBulk(url: string, pid: number, person: Person, kind: BulkKind): Promise<BulkAcceptance> {
  // A first message to 1,000 compiles code and prepares statements, so that only the work is measured.
  await send(url, person, bodyFor(kind, 1000));
  const before = await residentMegabytes(pid);
  let highest = before;
  const watch = new AbortController();
  const watched = (async () => {
    while (!watch.signal.aborted) {
      highest = Math.max(highest, await residentMegabytes(pid));
      await Bun.sleep(20);
    }
  })();
  const body = bodyFor(kind, RECIPIENTS);
  const begun = performance.now();
  await send(url, person, body);
  const seconds = (performance.now() - begun) / 1000;
  await Bun.sleep(2000);
  watch.abort();
  await watched;
  return { seconds, megabytes: highest - before };
}

function bodyFor(kind: BulkKind, count: number): string {
  const recipients = Array.from({ length: count }, (_, index) => `+4479${String(index).padStart(8, '0')}`);
  if (kind === 'same') return JSON.stringify({ senderId: 'Topline', recipients, message: 'To everybody' });
  const fields = recipients.map((_, index) => ({ name: `Person ${index}`, code: `C-${index}` }));
  const message = 'Dear {name}, your order {code} is ready and can be fetched from Monday on.';
  return JSON.stringify({ senderId: 'Topline', recipients, message, fields });
}

async function send(url: string, { id, key }: Person, body: string): Promise<void> {
  const response = await fetch(`${url}/api/users/${id}/sms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${text.slice(0, 300)}`);
}
