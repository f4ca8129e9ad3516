import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Duty } from '../kit/duties.ts';
import { Problem, sentence } from '../kit/errors.ts';
import { hears } from './kind.ts';
import { CREDENTIALS_ENDED, endedCredentials, type EndedCredentials } from './transact.ts';
import { lastPosition, readAfter, type PlacedEvent } from './position.ts';

/** One open stream, as the bus sees it. */
export interface Subscriber {
  userId: string;
  isAdmin: boolean;
  /** The duty of an administrator who may not do everything. */
  duty: Duty | null;
  /** The session or key that opened the stream. */
  credentialId: string;
  /** The account of the person who opened it, if it is not this one. */
  personId?: string | undefined;
  /** `frame` is shared by all readers of the event and must not be changed. */
  deliver(frame: Uint8Array): void;
  close(): void;
}

const CHANNEL = 'topline_events';
/** At most one read in this time, however many transactions commit. */
const COALESCE_MS = 4;
/** The same for NOTIFY, each of which costs PostgreSQL a transaction: it wakes other processes. */
const NOTIFY_MS = 20;
/** Streams are fed by a poll as well, in case the process that should send a NOTIFY died before it did. */
const SLOW_POLL_MS = 2000;

const encoder = new TextEncoder();

const tooManyStreams = (most: number) =>
  new Problem('rate_limited', sentence('streamsFull', { count: most }), { headers: { 'retry-after': '30' } });

/** An event as the stream writes it. Encoded once for all its readers. */
export function encodeFrame(event: Pick<PlacedEvent, 'position' | 'name' | 'data'>): Uint8Array {
  return encoder.encode(`id: ${event.position}\nevent: ${event.name}\ndata: ${event.data}\n\n`);
}

/**
 * Carries committed events from the outbox to this process's open streams. PostgreSQL is the bus: a
 * NOTIFY wakes every process, and each process reads the events after the last one that it read.
 */
export class EventBus {
  readonly #id = crypto.randomUUID();
  /** The last event that was read; null while no stream is open. */
  #position: number | null = null;
  #everyone = new Set<Subscriber>();
  #admins = new Set<Subscriber>();
  #byUser = new Map<string, Set<Subscriber>>();
  /** Those of people in an account that is not their own. */
  #people = new Set<Subscriber>();
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #lastRead = 0;
  #readTimer: Timer | null = null;
  #notifyTimer: Timer | null = null;
  #lastNotify = 0;
  #poll: Timer | null = null;
  #unlisten: (() => Promise<void>) | null = null;
  #stopped = false;
  /** Called for each event that open streams were looked through for, with the time at which its transaction began. */
  onDelivered: (at: Date) => void = () => {};

  constructor(
    private readonly sql: Sql,
    private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    const { unlisten } = await this.sql.listen(CHANNEL, (sender) => {
      // Its own changes were read when they were made; a second look would hold up the next.
      if (sender !== this.#id) this.#readSoon();
    });
    this.#unlisten = unlisten;
    // Without a stream it does nothing.
    this.#poll = setInterval(() => this.#readSoon(), SLOW_POLL_MS);
  }

  /** Ends every stream and stops listening. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of [this.#readTimer, this.#notifyTimer, this.#poll]) if (timer) clearTimeout(timer);
    for (const subscriber of this.#everyone) subscriber.close();
    await this.#reading?.catch(() => {});
    await this.#unlisten?.().catch(() => {});
  }

  get streams(): number {
    return this.#everyone.size;
  }

  /** Called after a commit that wrote events: this process reads at once, and the other processes are notified. */
  wake(): void {
    this.#readSoon();
    if (this.#notifyTimer || this.#stopped) return;
    // A negative wait would print a warning.
    const wait = Math.max(0, this.#lastNotify + NOTIFY_MS - performance.now());
    this.#notifyTimer = setTimeout(() => {
      this.#notifyTimer = null;
      this.#lastNotify = performance.now();
      this.sql.notify(CHANNEL, this.#id).catch((error: unknown) => this.#failed(error, 'notify'));
    }, wait);
  }

  /**
   * Adds a stream and returns the position from which it gets live events. Everything that committed before
   * this call lies before that position, so a reader that replays up to it misses nothing.
   * @param most how many streams the account may have open in this process; null: any number
   * @throws rate_limited
   */
  async subscribe(subscriber: Subscriber, most: number | null = null): Promise<number> {
    await this.#catchUp();
    const open = this.#byUser.get(subscriber.userId)?.size ?? 0;
    if (most !== null && open >= most) throw tooManyStreams(most);
    this.#everyone.add(subscriber);
    if (subscriber.isAdmin) this.#admins.add(subscriber);
    if (subscriber.personId) this.#people.add(subscriber);
    const own = this.#byUser.get(subscriber.userId) ?? new Set();
    this.#byUser.set(subscriber.userId, own.add(subscriber));
    if (this.#position === null) throw new Error('the bus has not read yet');
    return this.#position;
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#everyone.delete(subscriber);
    this.#admins.delete(subscriber);
    this.#people.delete(subscriber);
    const own = this.#byUser.get(subscriber.userId);
    own?.delete(subscriber);
    if (own?.size === 0) this.#byUser.delete(subscriber.userId);
    // With no stream open, reading stops, and the next stream asks for the last position.
    if (this.#everyone.size === 0) this.#position = null;
  }

  /** Waits for a read that began after this call, so that everything committed before it has been seen. */
  async #catchUp(): Promise<void> {
    if (this.#position === null) {
      const last = await lastPosition(this.sql);
      this.#position ??= last;
      return;
    }
    await this.#reading?.catch(() => {});
    await this.#read();
    if (this.#position === null) await this.#catchUp();
  }

  #readSoon(): void {
    if (this.#stopped || this.#everyone.size === 0) return;
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    if (this.#readTimer) return;
    const wait = this.#lastRead + COALESCE_MS - performance.now();
    if (wait <= 0) {
      void this.#read().catch((error: unknown) => this.#failed(error, 'read'));
      return;
    }
    this.#readTimer = setTimeout(() => {
      this.#readTimer = null;
      void this.#read().catch((error: unknown) => this.#failed(error, 'read'));
    }, wait);
  }

  /** One read at a time; callers that come meanwhile share it. */
  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = null;
      this.#lastRead = performance.now();
      if (this.#readAgain) {
        this.#readAgain = false;
        this.#readSoon();
      }
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    for (;;) {
      const from = this.#position;
      if (from === null) return;
      const { events, more } = await readAfter(this.sql, from);
      const last = events.at(-1);
      // A stream was opened or closed meanwhile, and reading has started again from another position.
      if (!last || this.#position !== from) return;
      this.#position = Number(last.position);
      for (const event of events) {
        this.#deliver(event);
        this.onDelivered(new Date(event.at));
      }
      if (!more) return;
    }
  }

  #deliver(event: PlacedEvent): void {
    if (event.name === CREDENTIALS_ENDED) {
      this.#endStreams(endedCredentials.parse(JSON.parse(event.data)));
      return;
    }
    const frame = encodeFrame(event);
    if (event.to_everyone) {
      for (const subscriber of this.#everyone) subscriber.deliver(frame);
      return;
    }
    const owners = event.to_owner && event.user_id ? this.#byUser.get(event.user_id) : undefined;
    if (owners) for (const subscriber of owners) subscriber.deliver(frame);
    if (event.to_admins) {
      for (const subscriber of this.#admins)
        if (!owners?.has(subscriber) && hears(subscriber.duty, event.name)) subscriber.deliver(frame);
    }
  }

  #endStreams({ userId, only, except }: EndedCredentials): void {
    const people = [...this.#people].filter(({ personId }) => personId === userId);
    for (const subscriber of [...(this.#byUser.get(userId) ?? []), ...people]) {
      if (only && subscriber.credentialId !== only) continue;
      if (except && subscriber.credentialId === except) continue;
      subscriber.close();
    }
  }

  #failed(error: unknown, what: string): void {
    // The slow poll tries again; the connection pool replaces a broken connection.
    if (!this.#stopped) this.log.warn({ error }, `event ${what} failed`);
  }
}
