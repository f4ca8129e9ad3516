import { randomBytes } from 'node:crypto';
import { median } from './median.ts';
import type { Person } from './population.ts';
import { withId } from '../kit/read.ts';

const WARM_UP = 20;

/**
 * Measures the time from an administrator's request to verify a payment until the customer's open stream
 * has read its event, in milliseconds. One payment at a time.
 */
export async function measureVerifyToEvent(url: string, admin: Person, customers: readonly Person[], payments: number) {
  const streams = await Promise.all(customers.map((customer) => EventReader.open(url, customer)));
  const times: number[] = [];
  try {
    for (let each = 0; each < payments + WARM_UP; each++) {
      const turn = each % customers.length;
      const [customer, stream] = [customers[turn], streams[turn]];
      if (!customer || !stream) throw new Error('the bench needs customers');
      const { id, transactionHash } = await submit(url, customer);
      const startedAt = performance.now();
      const read = stream.next((frame) => frame.includes('event: payment-verified') && frame.includes(id));
      await call(url, admin, '/api/admin/verify-payment', { transactionId: id, transactionHash });
      const readAt = await read;
      if (each >= WARM_UP) times.push(readAt - startedAt);
    }
  } finally {
    await Promise.all(streams.map((stream) => stream.close()));
  }
  return { p50: median(times), p99: median(times, 0.99) };
}

async function submit(url: string, customer: Person): Promise<{ id: string; transactionHash: string }> {
  const transactionHash = randomBytes(32).toString('hex');
  const body = { type: 'credit_purchase', amount: '100.00', cryptocurrency: 'BTC', transactionHash };
  const { id } = withId.parse(await call(url, customer, `/api/users/${customer.id}/transactions`, body));
  return { id, transactionHash };
}

async function call(url: string, { key }: Person, path: string, body: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

class EventReader {
  #waiting: { wanted: (frame: string) => boolean; seen: (at: number) => void } | null = null;
  readonly #abort = new AbortController();
  #reading: Promise<void> = Promise.resolve();

  static async open(url: string, { key }: Person): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(`${url}/api/events`, {
      headers: { authorization: `Bearer ${key}` },
      signal: reader.#abort.signal,
    });
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
    reader.#reading = reader.#read(response.body).catch((error: unknown) => {
      if (!reader.#abort.signal.aborted) throw error;
    });
    return reader;
  }

  /** The time at which the next expected frame was read. */
  next(wanted: (frame: string) => boolean): Promise<number> {
    return new Promise((seen) => {
      this.#waiting = { wanted, seen };
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#reading;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let pending = '';
    for await (const chunk of body) {
      const at = performance.now();
      const frames = (pending + decoder.decode(chunk, { stream: true })).split('\n\n');
      pending = frames.pop() ?? '';
      for (const frame of frames) {
        if (this.#waiting?.wanted(frame)) this.#waiting.seen(at);
      }
    }
  }
}
