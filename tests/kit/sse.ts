/** One event as it was sent; `data` is parsed. */
export interface ReceivedEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** An open event stream. */
export interface EventReader {
  /** All events so far. */
  readonly all: readonly ReceivedEvent[];
  /** The id that a reconnecting browser sends. */
  readonly lastEventId: string | null;
  /** The next event that was not taken yet, with this name if given. Fails if the stream ends or no event comes. */
  next(name?: string, withinMs?: number): Promise<ReceivedEvent>;
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** `await using` closes it at the end of a test. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens `/api/events`; when this returns, it is subscribed. */
export async function openEvents(
  app: { url: string },
  headers: Record<string, string>,
  { lastEventId }: { lastEventId?: string } = {},
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/events`, {
    headers: { ...headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: abort.signal,
  });
  if (response.status !== 200 || !response.body) {
    throw new Error(`the stream did not open: ${response.status} ${await response.text()}`);
  }
  return new Reader(response.body, abort);
}

class Reader implements EventReader {
  readonly all: ReceivedEvent[] = [];
  lastEventId: string | null = null;
  readonly ended: Promise<void>;
  #taken = new Set<ReceivedEvent>();
  #isEnded = false;
  #closed = false;
  #changed = Promise.withResolvers<void>();

  constructor(
    body: ReadableStream<Uint8Array>,
    private abort: AbortController,
  ) {
    this.ended = this.#read(body).finally(() => {
      this.#isEnded = true;
      this.#announce();
    });
  }

  async next(name?: string, withinMs = 10_000): Promise<ReceivedEvent> {
    const deadline = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => deadline.resolve('late'), withinMs);
    try {
      for (;;) {
        const found = this.all.find((each) => !this.#taken.has(each) && (!name || each.event === name));
        if (found) {
          this.#taken.add(found);
          return found;
        }
        if (this.#isEnded) throw new Error(`the stream ended before ${name ?? 'an event'} came`);
        const outcome = await Promise.race([this.#changed.promise, deadline.promise]);
        if (outcome === 'late') {
          const seen = this.all.map((each) => each.event).join(', ') || 'nothing';
          throw new Error(`${name ?? 'an event'} did not come within ${withinMs} ms; came: ${seen}`);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.abort.abort();
    await this.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let buffer = '';
    try {
      for await (const chunk of body) {
        buffer += decoder.decode(chunk, { stream: true });
        const frames = buffer.split('\n\n');
        buffer = frames.pop() ?? '';
        for (const frame of frames) this.#take(frame);
      }
    } catch (error) {
      // Closing the stream here aborts the request; any other end of a stream is an error that the test must see.
      if (!this.#closed) throw error;
    }
  }

  #take(frame: string): void {
    const fields = new Map<string, string>();
    for (const line of frame.split('\n')) {
      const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field && value !== undefined) fields.set(field, value);
    }
    const id = fields.get('id');
    if (id) this.lastEventId = id;
    const data = fields.get('data');
    if (data === undefined) return;
    this.all.push({ id: id ?? '', event: fields.get('event') ?? 'message', data: JSON.parse(data) });
    this.#announce();
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
